/**
 * `npm run boxes -- IMAGE_URI OUT.png`: draws the result of detect over an image. IMAGE_URI is a `gs://` uri, an object's
 * name or its encoded form; the local stack must be running (or set another `--base-url=...`).
 */
import { writeFile } from 'node:fs/promises';
import { parseCommand } from '../functions/src/common/command-line.ts';
import { openSvg, svg } from './scenes/overlay.ts';
import { PROJECT_ID, REGION } from './stack/environment.ts';
import { HOST, PORTS } from './stack/ports.ts';

const USAGE = 'npm run boxes -- IMAGE_URI OUT.png [--base-url=URL]';
const BASE_URL = `http://${HOST}:${PORTS.functions}/${PROJECT_ID}/${REGION}`;
const COLORS = ['#e6194b', '#3cb44b', '#4363d8', '#f58231', '#911eb4', '#008080', '#9a6324', '#000075'];

export interface Detected {
  /** x, y, w, h, normalized 0-1. */
  bbox: [number, number, number, number];
  class: string;
  score: number;
}

/** Spec 2.4: without scheme and bucket, and with `--` in place of each `/`. */
export const encodeUri = (uri: string): string =>
  encodeURIComponent(uri.replace(/^gs:\/\/[^/]*\//, '').replaceAll('/', '--'));

/** A PNG of the upright image with a labelled box around each object. */
export async function drawBoxes(picture: Buffer, detected: readonly Detected[]): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const upright = await sharp(picture).rotate().png().toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const boxes = detected.map((each, index) => drawBox(each, COLORS[index % COLORS.length]!, width, height));
  const overlay = await openSvg(svg(width, height, boxes.join('')))
    .png()
    .toBuffer();
  return sharp(upright.data)
    .composite([{ input: overlay }])
    .png()
    .toBuffer();
}

function drawBox(detected: Detected, color: string, width: number, height: number): string {
  const [x, y, w, h] = detected.bbox;
  const stroke = Math.max(2, Math.round(width / 300));
  const size = Math.max(10, Math.round(width / 45));
  const [left, top] = [x * width, y * height];
  const label = `${detected.class} ${Math.round(detected.score * 100)}%`;
  const below = top < size * 1.4 ? top + size * 1.4 : top;
  return (
    `<rect x="${left}" y="${top}" width="${w * width}" height="${h * height}" fill="none" stroke="${color}" stroke-width="${stroke}"/>` +
    `<rect x="${left}" y="${below - size * 1.4}" width="${label.length * size * 0.62}" height="${size * 1.4}" fill="${color}"/>` +
    `<text x="${left + size * 0.3}" y="${below - size * 0.35}" font-family="sans-serif" font-size="${size}" fill="#fff">${escapeMarkup(label)}</text>`
  );
}

const escapeMarkup = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url);
  const body = (await response.json()) as { result?: unknown };
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${JSON.stringify(body)}`);
  return body.result;
}

async function run(): Promise<void> {
  const { values, positionals } = parseCommand('npm run boxes', USAGE, {
    allowPositionals: true,
    options: { 'base-url': { type: 'string', default: BASE_URL } },
  });
  const [uri, out] = positionals;
  if (!uri || !out || positionals.length > 2) throw new Error(USAGE);
  const image = `${values['base-url']}/image`;
  const data = (await ask(`${image}/getb64/image/${encodeUri(uri)}`)) as string;
  const detected = (await ask(`${image}/detect/image/${encodeUri(uri)}`)) as Detected[];
  await writeFile(out, await drawBoxes(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'), detected));
  for (const { class: name, score, bbox } of detected) {
    console.log(`${name} ${score.toFixed(2)} at ${bbox.map((each) => each.toFixed(3)).join(' ')}`);
  }
  console.log(`${detected.length} objects, drawn into ${out}`);
}

if (import.meta.main) {
  try {
    await run();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
