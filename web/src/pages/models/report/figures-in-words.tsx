import type { RunReport } from '../../../data/runs/reports.ts';
import { exactPercent, percent } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Caution } from '../../../ui/said/caution.tsx';
import { mainFigure, misleadingIn } from '../figures.ts';
import styles from './model.module.css';

interface FiguresProps {
  report: RunReport;
  trainedOn: number | null;
}

/** The figures in words, the main one first, and what they hide. */
export function Figures({ report, trainedOn }: FiguresProps) {
  const text = useText();
  const { language } = useLanguage();
  const { models } = text;
  const { figure, value } = mainFigure(report);
  const share = (of: number | null) => exactPercent(language, of);
  const { best } = report;
  return (
    <div className={styles.figures}>
      <p className={styles.main} data-figure={figure}>
        <strong className="tabular">{share(value)}</strong>
        <span>
          {`${models[figure]} ${models.ofImages(report.images)}`}
          <span className="secondary">{models[`${figure}Hint`]}</span>
        </span>
      </p>
      {report.kind !== 'classes' && <MoreOfBoxes coco={report.coco} share={share} />}
      {report.images === 0 && <p>{models.noImages}</p>}
      {report.images > 0 && (
        <p>
          {best
            ? models.best(
                percent(language, best.score),
                percent(language, best.precision),
                percent(language, best.recall),
              )
            : models.noBest}
        </p>
      )}
      <Misleadings report={report} trainedOn={trainedOn} />
    </div>
  );
}

type ObjectReport = Exclude<RunReport, { kind: 'classes' }>;

interface MoreOfBoxesProps {
  coco: ObjectReport['coco'];
  share: (of: number | null) => string;
}

function MoreOfBoxes({ coco, share }: MoreOfBoxesProps) {
  const { models } = useText();
  const { language } = useLanguage();
  const facts = [
    [models.percentOf(percent(language, 0.5)), coco.ap50],
    [models.percentOf(percent(language, 0.75)), coco.ap75],
    ...(['apSmall', 'apMedium', 'apLarge'] as const).map((size) => [models.sizes[size], coco[size]] as const),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{share(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Misleadings({ report, trainedOn }: FiguresProps) {
  const { models } = useText();
  const said = misleadingIn(report, trainedOn).map(({ kind, count }) =>
    kind === 'maybeLeaked' ? models.maybeLeaked : models[kind](count),
  );
  return <Caution title={models.misleading} sentences={said} />;
}
