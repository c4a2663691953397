/** An evaluation, in an isolated process: what a stranger's predictions and masks cost is no other caller's concern. */

import { classesOf } from '../../../../../../packages/formats/src/write/export-source.ts';
import type { TrainingSet } from '../../../../../../packages/records/src/lists.ts';
import type { Remote } from '../../../../common/isolated/serve.ts';
import type { VersionParameters } from '../../../../common/versions/version-ports.ts';
import { evaluateImages } from './evaluate-images.ts';
import { type JudgePorts, remoteSources } from './isolated-sources.ts';
import { RegionReader } from './read-regions.ts';
import type { Kind } from './truth.ts';

/** What a person set, or what is usual. */
export interface Settings {
  kind: Kind;
  set: TrainingSet;
  iou: number | null;
  threshold: number;
  /** Classes of bad parts, as the version names them. */
  bad: readonly string[];
}

interface Input {
  dataset: string;
  run: { hash: string };
  version: { hash: string; parameters: Pick<VersionParameters, 'tags' | 'tagmap'> };
  /** The version that the model was trained on; null if it is unknown. */
  trained: { hash: string } | null;
  settings: Settings;
}

export async function evaluate(
  { dataset, run, version, trained, settings }: Input,
  ports: Remote<JudgePorts>,
): Promise<object & { unreadable: number }> {
  const { ofRun, ofVersion } = remoteSources(dataset, ports);
  const regions = new RegionReader((mask) => ports.call('mask', mask));
  const { bad, ...shown } = settings;
  const { kind, set, iou, threshold } = shown;
  const figures = await evaluateImages({
    images: () => ofVersion(version),
    run: ofRun(run),
    trained: trained && ofVersion(trained),
    set,
    options: { kind, classes: classesOf(version.parameters), bad, overlap: iou ?? undefined, threshold },
    readMask: (mask, image) => regions.read(mask, image),
    copiesOf: (ids) => ports.call('copies', ids),
  });
  return { ...shown, ...figures, unreadable: regions.lost };
}
