/** A comparison, in an isolated process. */
import type { Remote } from '../../../../common/isolated/serve.ts';
import type { TrainingSet } from '../../../../common/model.ts';
import type { VersionParameters } from '../../../../common/versions/version-ports.ts';
import { classesOf } from '../../../formats/export-source.ts';
import { compareImages } from './evaluate-images.ts';
import { remoteSources, type SourcePorts } from './isolated-sources.ts';
import { RegionReader } from './read-regions.ts';
import type { Kind } from './truth.ts';

interface Input {
  dataset: string;
  a: { hash: string };
  b: { hash: string };
  version: { hash: string; parameters: Pick<VersionParameters, 'tags' | 'tagmap'> };
  kind: Kind;
  set: TrainingSet;
  seed: number;
}

export async function compare(
  { dataset, a, b, version, kind, set, seed }: Input,
  ports: Remote<SourcePorts>,
) {
  const { ofRun, ofVersion } = remoteSources(dataset, ports);
  const regions = new RegionReader((mask) => ports.call('mask', mask));
  const compared = await compareImages({
    images: () => ofVersion(version),
    a: ofRun(a),
    b: ofRun(b),
    set,
    options: { kind, classes: classesOf(version.parameters) },
    readMask: (mask, image) => regions.read(mask, image),
    seed,
  });
  return { ...compared, unreadable: regions.lost };
}
