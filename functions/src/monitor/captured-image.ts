/** An upload in either form of Contract 6, checked: JSON with base64, or raw bytes with the rest in the query. */
import { Refusal } from '../common/errors.ts';
import { type CapturedImage, MAX_IMAGE_BYTES } from './add-image.ts';
import { fieldsOf, isFields } from './body-fields.ts';

/** Unix milliseconds of 2100-01-01: a camera that says more has no clock. */
const LATEST_DATE = 4_102_444_800_000;
const MAX_NAME = 255;

/**
 * @param body parsed JSON, already unwrapped: `{image, image_data: {date, name, dataset, tag}}` (Spec 4.3)
 * @throws Refusal `image missing`, `upload too large`, `upload invalid`
 */
export function fromJson(body: unknown): CapturedImage {
  const { image, image_data: about } = fieldsOf(body);
  const bytes = decodeBase64(image);
  if (about !== undefined && !isFields(about)) throw invalid('image_data is not an object');
  const { date, name, dataset, tag } = fieldsOf(about);
  return { bytes, ...requireAbout({ date, name, dataset, tag }) };
}

/** @param bytes the body, with a `Content-Type` of an accepted image format */
export function fromRaw(bytes: Buffer, query: URLSearchParams): CapturedImage {
  if (bytes.length === 0) throw new Refusal('image missing');
  requireSize(bytes.length);
  const date = query.get('date');
  const about = {
    date: date === null ? undefined : Number(date.trim() || Number.NaN),
    name: query.get('name') ?? undefined,
    dataset: query.get('dataset') ?? undefined,
    tag: query.get('tag') ?? undefined,
  };
  return { bytes, ...requireAbout(about) };
}

interface About {
  date: unknown;
  name: unknown;
  dataset: unknown;
  tag: unknown;
}

const requireAbout = ({ date, name, dataset, tag }: About): Omit<CapturedImage, 'bytes'> => ({
  date: requireDate(date),
  name: requireName(name),
  dataset: requireText('dataset', dataset),
  tag: requireText('tag', tag),
});

function decodeBase64(image: unknown): Buffer {
  if (typeof image !== 'string') throw new Refusal('image missing');
  const text = image.replace(/^data:[^,]{0,100};base64,/i, '');
  requireSize(Math.floor(text.length * 0.75) - 2);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || !isBase64(text, bytes)) throw new Refusal('image missing');
  requireSize(bytes.length);
  return bytes;
}

/** Node skips what is not base64: then fewer bytes come out than the text's length promises. Line ends are allowed. */
function isBase64(text: string, bytes: Buffer): boolean {
  const promised = (length: number): number => Math.floor((length * 3) / 4);
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (bytes.length === promised(text.length - padding)) return true;
  const dense = text.replace(/\s+/g, '').replace(/=+$/, '');
  return bytes.length === promised(dense.length);
}

function requireSize(bytes: number): void {
  if (bytes > MAX_IMAGE_BYTES) throw new Refusal('upload too large');
}

function requireDate(date: unknown): number | null {
  if (date === undefined) return null;
  const fits = typeof date === 'number' && Number.isFinite(date) && date >= 0 && date <= LATEST_DATE;
  if (!fits) throw invalid('date is not a timestamp in milliseconds');
  return Math.round(date);
}

/** One file name from whatever was sent: no folders, no control characters. Emoji and `--` may stay: no path is made of it. */
function requireName(name: unknown): string {
  if (name === undefined || name === null) return '';
  if (typeof name !== 'string') throw invalid('name is not a string');
  if (Buffer.byteLength(name) > MAX_NAME) throw invalid(`name is longer than ${MAX_NAME} bytes`);
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').trim();
  return clean === '.' || clean === '..' ? '' : clean;
}

function requireText(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalid(`${field} is not a string`);
  return value;
}

const invalid = (reason: string): Refusal => new Refusal('upload invalid', { reason });
