/**
 * One download, in a process that holds nothing but the functions' own code, and tells its parent what it measured.
 * Plain JavaScript: taking types out of TypeScript would count as memory of the archive.
 * Arguments: the URL of the folder of the built parts, the dataset, the number of images, `ids`, `uris`, or `bare`: reading of
 * the same records with the official client, for comparison.
 */
import { Firestore } from '@google-cloud/firestore';

const [folder, dataset, count, by] = process.argv.slice(2);
const { downloadZip } = await import(`${folder}/dataset/zip/download-zip.js`);
const { signal } = new AbortController();

async function open(images) {
  const archive = await downloadZip({ dataset, caller: { kind: 'anyone' }, images, signal });
  if ('link' in archive) throw new Error('not streamed');
  return archive.stream;
}

/** The fields that an archive needs, 500 records at a time. By id: the emulator walks all records for each page of a query. */
async function page(firestore, most) {
  const fieldMask = ['uri', 'name', 'tag', 'tags', 'masks'];
  for (let start = 0; start < most; start += 500) {
    const length = Math.min(500, most - start);
    const some = Array.from({ length }, (_, at) => firestore.doc(`image/${dataset}-${start + at}`));
    await firestore.getAll(...some, { fieldMask });
  }
}

if (by === 'bare') {
  const firestore = new Firestore();
  await page(firestore, 1);
  const started = performance.now();
  await page(firestore, Number(count));
  process.send({ first: (performance.now() - started) / 1000 });
  process.exit();
}

// An instance that has answered before: what loading costs is another bench's figure.
for await (const _ of await open([`${dataset}-0`]));
const nameOf = (id) => (by === 'uris' ? ports.objects.uri(`dataset/${dataset}/${id}.jpg`) : id);
const images = Array.from({ length: Number(count) }, (_, at) => nameOf(`${dataset}-${at}`));
const started = performance.now();
let first = 0;
let bytes = 0;
for await (const chunk of await open(images)) {
  first ||= performance.now() - started;
  bytes += chunk.length;
}
const all = performance.now() - started;
process.send({ first: first / 1000, all: all / 1000, bytes, memory: process.resourceUsage().maxRSS / 1024 });
process.exit();
