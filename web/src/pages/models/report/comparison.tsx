import { CouldNotLoad } from '../../../app/could-not-load.tsx';
import { addresses } from '../../../app/places/addresses.ts';
import { useQueryState } from '../../../app/places/query-state.ts';
import { useOtherRuns } from '../../../data/runs/other-runs.ts';
import { type Against, useComparison } from '../../../data/runs/reports.ts';
import type { Run } from '../../../data/runs/runs.ts';
import { exactPercent } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { LineBone } from '../../../ui/bone.tsx';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Part } from '../../../ui/frame/page.tsx';
import { isCompared, type MainFigure, verdictOf } from '../figures.ts';
import { TwoCurves } from './inspection.tsx';
import styles from './model.module.css';
import { Table } from './table.tsx';

interface ComparisonProps {
  dataset: string;
  run: Run;
  against: Against;
  nameOf: (tag: string) => string;
}

const NO_OTHER = '0';

/** The run beside another one, which is in the address. */
export function Comparison({ dataset, run, ...asked }: ComparisonProps) {
  const { models } = useText();
  const [{ with: chosen }, change] = useQueryState(['with']);
  const others = useOtherRuns(dataset, run);
  if (others.length === 0) return null;
  const other = others.find(({ number }) => String(number) === chosen);
  const choices = others.map(({ number, name }) => ({ id: String(number), label: name }));
  return (
    <Part title={models.beside} hint={models.besideHint}>
      <div className={styles.actions}>
        <Select
          label={models.otherModel}
          isLabelShown
          choices={[{ id: NO_OTHER, label: models.noOther }, ...choices]}
          value={String(other?.number ?? NO_OTHER)}
          onChange={(id) => change({ with: id === NO_OTHER ? undefined : id }, { replace: true })}
        />
      </div>
      {other && <Compared {...{ dataset, run, other }} {...asked} />}
    </Part>
  );
}

function Compared({ dataset, run, other, against, nameOf }: ComparisonProps & { other: Run }) {
  const text = useText();
  const { models } = text;
  const { language } = useLanguage();
  const { data, error } = useComparison(dataset, { from: other, to: run }, against);
  if (error) return <CouldNotLoad error={error} />;
  if (!data) return <LineBone />;
  const [main] = data.figures.filter(({ figure }) => figure === 'accuracy' || figure === 'ap');
  if (!main || data.images === 0) return <p>{models.noneInCommon}</p>;
  const share = (of: number | null) => exactPercent(language, of);
  return (
    <>
      <p data-verdict={verdictOf(main)}>
        <strong>{models.verdicts[verdictOf(main)](models[main.figure as MainFigure], other.name)}</strong>
        {` ${models.comparedOn(data.images, data.bursts)}`}
      </p>
      <div className={styles.actions}>
        <ButtonLink href={`${addresses.modelImages(dataset, run.number)}?against=${other.number}`}>
          {models.agreesBetter(other.name)}
        </ButtonLink>
        <ButtonLink href={`${addresses.modelImages(dataset, other.number)}?against=${run.number}`}>
          {models.agreesBetter(run.name)}
        </ButtonLink>
      </div>
      <TwoCurves {...data.inspections} names={[other.name, run.name]} />
      <Table
        caption={models.beside}
        head={models.figure}
        columns={[other.name, run.name, models.difference, models.likely]}
        rows={data.figures.filter(isCompared).map(({ figure, class: tag, a, b, difference, interval }) => ({
          id: `${figure} ${tag}`,
          name: tag === null ? models.comparedFigures[figure] : `${nameOf(tag)} (${figure.toUpperCase()})`,
          cells: [
            ...[share(a), share(b), signed(language, difference)],
            interval ? models.between(signed(language, interval[0]!), signed(language, interval[1]!)) : '–',
          ],
        }))}
      />
    </>
  );
}

const signed = (language: string, share: number | null): string =>
  exactPercent(language, share, { signDisplay: 'exceptZero' });
