/** A comparison, in an isolated process. */

import { classesOf } from '../../../../../../packages/formats/src/write/export-source.ts';
import type { TrainingSet } from '../../../../../../packages/records/src/lists.ts';
import type { Remote } from '../../../../common/isolated/serve.ts';
import type { VersionParameters } from '../../../../common/versions/version-ports.ts';
import { compareImages } from './evaluate-images.ts';
import { type JudgePorts, remoteSources } from './isolated-sources.ts';
import { RegionReader } from './read-regions.ts';
import type { Kind } from './truth.ts';

interface Compared {
  hash: string;
  /** Of its operating point; null without one. */
  threshold: number | null;
}

interface Input {
  dataset: string;
  a: Compared;
  b: Compared;
  version: { hash: string; parameters: Pick<VersionParameters, 'tags' | 'tagmap'> };
  kind: Kind;
  /** Classes of bad parts. */
  bad: readonly string[];
  set: TrainingSet;
  seed: number;
}

export async function compare(
  { dataset, a, b, version, kind, bad, set, seed }: Input,
  ports: Remote<JudgePorts>,
) {
  const { ofRun, ofVersion } = remoteSources(dataset, ports);
  const regions = new RegionReader((mask) => ports.call('mask', mask));
  const compared = await compareImages({
    images: () => ofVersion(version),
    a: ofRun(a),
    b: ofRun(b),
    set,
    options: { kind, classes: classesOf(version.parameters), bad },
    thresholds: { a: a.threshold, b: b.threshold },
    readMask: (mask, image) => regions.read(mask, image),
    copiesOf: (ids) => ports.call('copies', ids),
    seed,
  });
  return { ...compared, unreadable: regions.lost };
}
