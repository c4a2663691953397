import { CouldNotLoad } from '../../../app/could-not-load.tsx';
import { addresses } from '../../../app/places/addresses.ts';
import { useQueryState } from '../../../app/places/query-state.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { nameIn } from '../../../data/records/tags.ts';
import { type Against, type RunReport, useReport } from '../../../data/runs/reports.ts';
import type { Run } from '../../../data/runs/runs.ts';
import { useText } from '../../../text/use-text.tsx';
import { LineBone } from '../../../ui/bone.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Part } from '../../../ui/frame/page.tsx';
import { AgainstChoice } from '../against.tsx';
import { shareIn } from '../figures.ts';
import { queryOfCell } from '../images/asked.ts';
import chooser from '../models.module.css';
import { useAgainst } from '../use-against.ts';
import { ByClass } from './by-class.tsx';
import { Calibration } from './calibration.tsx';
import { Comparison } from './comparison.tsx';
import { Confusion } from './confusion.tsx';
import { Curve } from './curve.tsx';
import { Figures } from './figures-in-words.tsx';
import { InspectionPart } from './inspection.tsx';
import styles from './model.module.css';

/** How well a run agrees with a version: what is compared is in the address. */
export function Report({ dataset, run }: { dataset: Dataset; run: Run }) {
  const against = useAgainst(dataset.id);
  const [{ iou, threshold }, change] = useQueryState(['iou', 'threshold']);
  const { version, set } = against;
  const asked: Against | null = version && {
    ...{ version: version.number, set },
    ...shareIn('iou', iou),
    ...shareIn('threshold', threshold),
  };
  const { data, error } = useReport(dataset, run, asked);
  const tags = [...(version?.parameters.tags ?? []), ...dataset.tags];
  const nameOf = nameIn(tags);
  return (
    <>
      <div className={chooser.chooser}>
        <AgainstChoice dataset={dataset} against={against} />
        {data && <Settings report={data} onChange={(values) => change(values, { replace: true })} />}
      </div>
      {error && <CouldNotLoad error={error} />}
      {asked && !data && !error && <LineBone />}
      {data && asked && (
        <>
          <Parts
            {...{ dataset, run, nameOf }}
            version={asked.version}
            report={data}
            hasOwnSets={!version?.parameters.save}
          />
          <Comparison dataset={dataset.id} run={run} against={asked} nameOf={nameOf} />
        </>
      )}
    </>
  );
}

interface PartsProps {
  dataset: Dataset;
  run: Run;
  /** Number of the version of the report. */
  version: number;
  report: RunReport;
  nameOf: (tag: string) => string;
  /** The sets of the version are not those of the images. */
  hasOwnSets: boolean;
}

function Parts({ dataset, run, version, report, nameOf, hasOwnSets }: PartsProps) {
  const { models } = useText();
  const hrefOf = (cell: Omit<Parameters<typeof queryOfCell>[0], 'set'>): string =>
    `${addresses.modelImages(dataset.id, run.number)}${queryOfCell({ ...cell, set: hasOwnSets ? undefined : report.set })}`;
  return (
    <>
      <Part title={models.figures}>
        <Figures report={report} trainedOn={run.trainedOn} />
      </Part>
      {report.images > 0 && (
        <>
          <div className={styles.columns}>
            <Part title={models.curve} hint={models.curveHint}>
              <Curve report={report} hrefOf={(threshold) => hrefOf({ threshold })} />
            </Part>
            <Part title={models.calibration} hint={models.calibrationHint}>
              <Calibration calibration={report.calibration} />
            </Part>
          </div>
          {report.inspection && (
            <InspectionPart {...{ dataset, run, version, set: report.set }} inspection={report.inspection} />
          )}
          <Part title={models.byClass}>
            <ByClass report={report} nameOf={nameOf} />
          </Part>
          <Part title={models.confusion} hint={models.confusionHint}>
            <Confusion
              confusion={report.confusion}
              nameOf={nameOf}
              hrefOf={(label, predicted) => hrefOf({ label, predicted, threshold: report.threshold })}
            />
          </Part>
        </>
      )}
    </>
  );
}

/** Whole percents to choose from. */
const OVERLAPS = [30, 50, 75, 90];
const THRESHOLDS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];

interface SettingsProps {
  report: RunReport;
  onChange: (values: { iou?: string; threshold?: string }) => void;
}

/** What counts as right, and as said. */
function Settings({ report: { iou, threshold }, onChange }: SettingsProps) {
  const { models } = useText();
  return (
    <>
      {iou !== null && (
        <Select
          label={models.overlap}
          isLabelShown
          choices={choicesWith(OVERLAPS, iou)}
          value={String(iou)}
          onChange={(value) => onChange({ iou: value })}
        />
      )}
      <Select
        label={models.threshold}
        isLabelShown
        choices={choicesWith(THRESHOLDS, threshold)}
        value={String(threshold)}
        onChange={(value) => onChange({ threshold: value })}
      />
    </>
  );
}

/** Also what the address has, which may be none of them. */
const choicesWith = (percents: readonly number[], now: number) =>
  [...new Set([...percents.map((each) => each / 100), now])]
    .toSorted((a, b) => a - b)
    .map((share) => ({ id: String(share), label: String(Math.round(1000 * share) / 10) }));
