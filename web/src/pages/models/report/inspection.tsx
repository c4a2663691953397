import { useState } from 'react';
import { inspectionCsv } from '../../../../../client/src/inspection-csv.ts';
import { showError } from '../../../app/state/undo-history.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { mayEdit } from '../../../data/records/role.ts';
import type { RunReport, TrainingSet } from '../../../data/runs/reports.ts';
import { choosePoint, type Run } from '../../../data/runs/runs.ts';
import { saveAs } from '../../../data/versions/download.ts';
import { exactPercent, percent } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Part } from '../../../ui/frame/page.tsx';
import { Plot } from './curve.tsx';
import styles from './model.module.css';
import { Table } from './table.tsx';

type Inspection = NonNullable<RunReport['inspection']>;
type Point = Inspection['curve'][number];
type Rate = Point['escapes'];

interface InspectionProps {
  dataset: Dataset;
  run: Run;
  version: number;
  set: TrainingSet;
  inspection: Inspection;
}

/** What an inspection with this model would let through and throw away, and the threshold that was chosen for it. */
export function InspectionPart({ dataset, run, version, set, inspection }: InspectionProps) {
  const { models } = useText();
  const { language } = useLanguage();
  const { bad, groups, alike, curve, area, atMost } = inspection;
  const { point } = run;
  const isHere = point?.version === version && point.set === set;
  const chosen = isHere ? curve.find(({ threshold }) => threshold === point.threshold) : undefined;
  return (
    <Part title={models.inspection} hint={models.inspectionHint}>
      <p>{`${models.inspected(bad.join(', '), groups.bad, groups.good)} ${models.countedAs[alike]}`}</p>
      {curve.length === 0 ? (
        <p className="secondary">{models.noInspection}</p>
      ) : (
        <>
          {area !== null && <p>{models.areaIs(exactPercent(language, area))}</p>}
          {atMost.map(({ falseRejects, point: best }) => (
            <p key={falseRejects}>
              {best
                ? models.foundAt(
                    percent(language, falseRejects),
                    exactPercent(language, 1 - best.escapes.share),
                  )
                : models.noneAt(percent(language, falseRejects))}
            </p>
          ))}
          <Trade curve={curve} chosen={chosen} />
          {chosen && <InWords point={chosen} />}
          {point && !isHere && <p className="secondary">{models.pointElsewhere(point.version)}</p>}
          {mayEdit(dataset.role) && <Choosing {...{ dataset, run, version, set }} />}
        </>
      )}
    </Part>
  );
}

function InWords({ point: { threshold, escapes, falseRejects } }: { point: Point }) {
  const { models } = useText();
  const { language } = useLanguage();
  const said = ({ share, interval: [low = 0, high = 1] }: Rate) =>
    [share, low, high].map((each) => exactPercent(language, each)) as [string, string, string];
  return (
    <p>
      <strong>{models.pointIs(exactPercent(language, threshold))}</strong>
      {` ${models.escaping(...said(escapes))} ${models.rejecting(...said(falseRejects))}`}
    </p>
  );
}

/** Percent from the left and from the top. */
const place = ({ escapes, falseRejects }: Point): readonly [number, number] => [
  100 * falseRejects.share,
  100 * (1 - escapes.share),
];

/** The curves of two models on the same images. */
export function TwoCurves({
  a,
  b,
  names,
}: {
  a: Inspection | null;
  b: Inspection | null;
  names: [string, string];
}) {
  const { models } = useText();
  if (!a?.curve.length || !b?.curve.length) return null;
  return (
    <>
      <p>{models.twoCurves(...names)}</p>
      <Plot
        up={models.escapes}
        along={models.falseRejects}
        line={b.curve.map(place)}
        behind={a.curve.map(place)}
      />
    </>
  );
}

/** Escapes over false rejects, the lower left corner being best; the same as a table. */
function Trade({ curve, chosen }: { curve: readonly Point[]; chosen: Point | undefined }) {
  const text = useText();
  const { models } = text;
  const { language } = useLanguage();
  const share = ({ share: value, interval: [low = 0, high = 1] }: Rate): string =>
    `${exactPercent(language, value)} (${models.between(exactPercent(language, low), exactPercent(language, high))})`;
  const [left, top] = chosen ? place(chosen) : [];
  return (
    <>
      <Plot up={models.escapes} along={models.falseRejects} line={curve.map(place)}>
        {chosen && <span className={styles.mark} style={{ left: `${left}%`, top: `${top}%` }} />}
      </Plot>
      <details className={styles.details}>
        <summary>{text.asTable}</summary>
        <Table
          caption={models.inspection}
          head={models.threshold}
          columns={[models.escapes, models.falseRejects]}
          rows={curve.map((each) => ({
            id: String(each.threshold),
            name: exactPercent(language, each.threshold),
            cells: [share(each.escapes), share(each.falseRejects)],
          }))}
        />
        <Button
          onPress={() => saveAs(new Blob([inspectionCsv(curve)], { type: 'text/csv' }), 'inspection.csv')}
        >
          {models.saveCurve}
        </Button>
      </details>
    </>
  );
}

const LIMITS = ['escapes', 'falseRejects'] as const;
type LimitKind = (typeof LIMITS)[number];
const SHARES = [0, 0.01, 0.02, 0.05, 0.1, 0.2];

function Choosing({ dataset, run, version, set }: Omit<InspectionProps, 'inspection'>) {
  const text = useText();
  const { models } = text;
  const { language } = useLanguage();
  const [kind, setKind] = useState<LimitKind>('escapes');
  const [share, setShare] = useState(0.01);
  const [lacking, setLacking] = useState<string | null>(null);
  const choose = async (): Promise<void> => {
    try {
      const made = await choosePoint(dataset.id, run.number, { version, set, [kind]: share });
      setLacking(made.lacking ? models.lacking(percent(language, share), made.lacking) : null);
    } catch (error) {
      showError(error, text);
    }
  };
  return (
    <>
      <div className={styles.actions}>
        <Select
          label={models.limitOf}
          isLabelShown
          choices={LIMITS.map((id) => ({ id, label: models[id] }))}
          value={kind}
          onChange={(id) => setKind(id as LimitKind)}
        />
        <Select
          label={models.atMost}
          isLabelShown
          choices={SHARES.map((each) => ({ id: String(each), label: percent(language, each) }))}
          value={String(share)}
          onChange={(id) => setShare(Number(id))}
        />
        <Button onPress={() => void choose()}>{models.choosePoint}</Button>
      </div>
      {lacking && <p aria-live="polite">{lacking}</p>}
    </>
  );
}
