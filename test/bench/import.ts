/**
 * Images a second of an import with one worker, compared with uploads to the floor (`floor/index.ts`), which decodes, makes the
 * thumbnail, stores the object and commits the record for each image too.
 */
import { Sightline } from '../../client/src/index.ts';
import { furnish } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { writeZip, type ZipFile } from '../support/write-zip.ts';
import { drawBodies, IN_FLIGHT, type Round, send, startFloor } from './ingest.ts';
import { median, type Row } from './row.ts';

/** Images of each round. */
const IMAGES = 400;
const ROUNDS = 5;

export async function benchImport(): Promise<Row[]> {
  const stack = await startTestStack({ functions: ['dataset'] });
  const floor = await startFloor(stack);
  try {
    await furnish(stack);
    const bodies = await drawBodies();
    const frames = bodies.map((body) => Buffer.from((JSON.parse(body) as { image: string }).image, 'base64'));
    const floorUrl = `http://127.0.0.1:${floor.port}/`;
    const imports = new Sightline({ baseUrl: stack.baseUrl }).datasets('bolts').imports;
    let first = 0;
    const ours = async (count: number): Promise<Round> => {
      const id = await imports.upload(archiveOf(frames, count, first));
      first += count;
      const begun = performance.now();
      const { progress } = await imports.run(id);
      if (progress.added !== count) throw new Error(`${progress.added} of ${count} images were added`);
      return { framesPerSecond: (count / (performance.now() - begun)) * 1000, latencies: [] };
    };
    await send(floorUrl, bodies, 100);
    await ours(100);
    const rounds: [floor: Round, ours: Round][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await removeImages(stack);
      rounds.push([await send(floorUrl, bodies, IMAGES), await ours(IMAGES)]);
    }
    const ratios = rounds.map(([floor, ours]) => ours.framesPerSecond / floor.framesPerSecond);
    return [
      {
        name: 'versions: import',
        ours: median(rounds.map(([, { framesPerSecond }]) => framesPerSecond)),
        reference: median(rounds.map(([{ framesPerSecond }]) => framesPerSecond)),
        unit: 'images/s',
        ratio: median(ratios),
        bar: '>= 0.7',
        note: `uploads with ${IN_FLIGHT} in flight, images removed before each round, ${ROUNDS} rounds of ${IMAGES}, ratios ${ratios.map((each) => each.toFixed(2)).join(' ')}`,
      },
    ];
  } finally {
    await floor.close();
    await stack.close();
  }
}

/** Where a deployment reads an index, the emulator reads every image for each content that is looked up. */
async function removeImages({ firestore }: TestStack): Promise<void> {
  await firestore.recursiveDelete(firestore.collection('image'));
}

/** YOLO folders with two boxes on each image. @param first number of the first image: each has other bytes */
export function archiveOf(frames: readonly Buffer[], count: number, first: number): Buffer {
  const files: ZipFile[] = [{ path: 'data.yaml', bytes: 'names: [bolt, nut]\n' }];
  for (let at = first; at < first + count; at++) {
    // Bytes after a JPEG's end are not part of the picture.
    const bytes = Buffer.concat([frames[at % frames.length] as Buffer, Buffer.from(`#${at}`)]);
    files.push({ path: `images/train/${at}.jpg`, bytes });
    files.push({ path: `labels/train/${at}.txt`, bytes: '0 0.5 0.5 0.2 0.2\n1 0.2 0.2 0.1 0.1\n' });
  }
  return writeZip(files);
}

if (import.meta.main) console.table(await benchImport());
