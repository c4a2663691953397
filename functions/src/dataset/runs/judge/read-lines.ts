import { type RunImage, readRunLine } from '../../../../../packages/records/src/run-lines.ts';
import { inParallel } from '../../../common/concurrency/in-parallel.ts';
import type { Uploads } from '../../../common/versions/import-ports.ts';

/** Bytes of an object. */
interface Range {
  start: number;
  end: number;
}

/** Bytes between two lines that are read with them: sooner than another request is answered. */
const GAP = 32 * 1024;
const PARALLEL = 8;

/** Lines of a run's file, in the order asked, without reading all of it. */
export async function readLines(
  lines: readonly Range[],
  object: { name: string; generation: string },
  uploads: Pick<Uploads, 'range'>,
): Promise<RunImage[]> {
  const found: RunImage[] = [];
  await inParallel(nearLines(lines), PARALLEL, async (near) => {
    const [start, end] = [near[0]!.start, near.at(-1)!.end];
    const bytes = await uploads.range(object.name, { start, end, generation: object.generation });
    for (const line of near)
      found[line.at] = readRunLine(bytes.toString('utf8', line.start - start, line.end - start));
  });
  return found;
}

/** Lines that are read together, with their places in the list. */
function nearLines(lines: readonly Range[]): (Range & { at: number })[][] {
  const parts: (Range & { at: number })[][] = [];
  const sorted = lines.map((line, at) => ({ ...line, at })).sort((a, b) => a.start - b.start);
  for (const line of sorted) {
    const last = parts.at(-1);
    if (last && line.start - last.at(-1)!.end <= GAP) last.push(line);
    else parts.push([line]);
  }
  return parts;
}
