import type { output } from 'zod/mini';
import {
  choosePoint,
  type InspectionFigures,
  lackingFor,
} from '../../../../../../packages/evaluate/src/inspection.ts';
import { runs } from '../../../../common/adapters/firestore/records/runs.ts';
import { HttpError } from '../../../../common/errors.ts';
import type { Run } from '../../../../common/runs/run-ports.ts';
import type { RunTarget } from '../../show-run.ts';
import { evaluateRun } from '../evaluate-run.ts';
import type { pointBody } from '../judge-request.ts';

interface Input extends RunTarget {
  body: output<typeof pointBody>;
  wait: number;
  requestKey: string | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * The threshold that keeps a limit on the images of a version, and is best otherwise. The run keeps it.
 * @returns the job that evaluates the run, where that is not done within the wait
 * @throws HttpError as `evaluateRun`, and `no operating point`
 */
export async function choosePointOf({ body, ...target }: Input) {
  const { version: asked, set, escapes, falseRejects } = body;
  const evaluated = await evaluateRun({ ...target, body: { version: asked, set } }, 'editor');
  if ('job' in evaluated) return evaluated;
  const { inspection } = evaluated.report as { inspection: InspectionFigures | null };
  if (!inspection?.curve.length) throw new HttpError('no operating point', { reason: whyNone(inspection) });
  const { curve, groups } = inspection;
  const [kind, share, all] =
    escapes === undefined
      ? (['falseRejects', falseRejects as number, groups.good] as const)
      : (['escapes', escapes, groups.bad] as const);
  const figures = choosePoint(curve, kind, share);
  if (!figures) {
    const least = curve.at(-1)!.falseRejects.share;
    throw new HttpError('no operating point', {
      reason: `at every threshold that finds a bad part, at least ${least} of the good ones are thrown away`,
    });
  }
  const { threshold } = figures;
  const point: NonNullable<Run['point']> = { version: evaluated.version, set, [kind]: share, threshold };
  await runs.setPoint(target.dataset, target.run, point);
  return { point, figures, lacking: lackingFor(share, figures[kind].count, all) };
}

function whyNone(inspection: InspectionFigures | null): string {
  if (!inspection) return 'no class of the version is bad: set `bad` of a tag';
  return `the images that count are of ${inspection.groups.bad} bad and ${inspection.groups.good} good groups, and both are needed`;
}
