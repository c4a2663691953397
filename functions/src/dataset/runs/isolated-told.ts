/** What an open run was told, in an isolated process: its masks are measured there. */
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import type { RunImage } from '../../../../packages/records/src/run-lines.ts';
import type { Remote } from '../../common/isolated/serve.ts';
import { type Gathered, type GatherPorts, gatherRun } from './gather-run.ts';

interface ToldPorts extends GatherPorts {
  told(): AsyncIterable<readonly RunImage[]>;
}

export const gatherTold = ({ type }: { type: DatasetType }, ports: Remote<ToldPorts>): Promise<Gathered> =>
  gatherRun(ports.stream('told'), type, remoteGather(ports));

export const remoteGather = (ports: Remote<GatherPorts>): GatherPorts => ({
  recordsOf: (ids, fields) => ports.call('recordsOf', ids, fields),
  keep: (page) => ports.call('keep', page),
});
