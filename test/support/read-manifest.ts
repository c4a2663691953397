import type { Bucket } from '@google-cloud/storage';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';

/** The manifest of a version, as it is in the bucket. */
export async function readManifest(
  bucket: Bucket,
  dataset: string,
  hash: string,
): Promise<{ text: string; images: ManifestImage[] }> {
  const [bytes] = await bucket.file(`dataset/${dataset}/version/${hash}.ndjson`).download();
  const text = bytes.toString();
  const lines = text.trimEnd().split('\n');
  return { text, images: lines.map((line) => JSON.parse(line)) };
}
