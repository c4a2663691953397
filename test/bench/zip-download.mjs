/**
 * One download, in a process that holds nothing but the functions' own code, and tells its parent what it measured.
 * Plain JavaScript: taking types out of TypeScript would count as memory of the archive.
 * Arguments: the URL of the folder of the built parts, the dataset, the number of images, `ids` or `uris`.
 */
const [folder, dataset, count, by] = process.argv.slice(2);
const { downloadZip } = await import(`${folder}/dataset/zip/download-zip.js`);
const { ports } = await import(`${folder}/dataset/wiring.js`);
const { signal } = new AbortController();

async function open(images) {
  const archive = await downloadZip({ dataset, caller: { kind: 'anyone' }, images, signal }, ports);
  if ('link' in archive) throw new Error('not streamed');
  return archive.stream;
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
