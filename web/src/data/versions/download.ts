/** Downloads: saves what the service returns as a file on this computer. */
import type { TrainingFile } from '../../../../client/src/dataset.ts';
import { service } from '../service.ts';

export async function downloadImages(dataset: string, images: readonly string[]): Promise<void> {
  const { fileName, stream } = await service().datasets(dataset).downloadZip(images);
  const blob = await new Response(stream).blob();
  saveAs(blob, fileName);
}

/**
 * Has the service write the training file of a dataset, and downloads it.
 * @returns what the service says about it
 */
export async function downloadTrainingFile(dataset: string): Promise<TrainingFile> {
  const made = await service().datasets(dataset).csv({ link: true });
  const { dataset: uri, link } = made;
  const file = await fetch(link?.url ?? '');
  if (!file.ok) throw new Error(`${uri}: ${file.status}`);
  const name = uri.split('/').at(-1) ?? 'training.csv';
  saveAs(await file.blob(), `${dataset}-${name}`);
  return made;
}

export function saveAs(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
