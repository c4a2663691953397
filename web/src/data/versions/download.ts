/** Downloads: saves what the service returns as a file on this computer. */
import type { TrainingFile } from '../../../../client/src/dataset.ts';
import type { Dataset } from '../records/datasets.ts';
import { service } from '../service.ts';
import { plainName } from './file-name.ts';

/** A dataset, whose files have its name. */
type Named = Pick<Dataset, 'id' | 'name'>;

export async function downloadImages({ id, name }: Named, images: readonly string[]): Promise<void> {
  const { fileName, stream } = await service()
    .datasets(id)
    .downloadZip({ images: [...images] });
  const blob = await new Response(stream).blob();
  saveAs(
    blob,
    fileName.replace(/^dataset/, () => plainName(name)),
  );
}

/**
 * Has the service write the training file of a dataset, and downloads it.
 * @returns what the service says about it
 */
export async function downloadTrainingFile({ id, name }: Named): Promise<TrainingFile> {
  const made = await service().datasets(id).csv({ link: true });
  const { dataset: uri, link } = made;
  const file = await fetch(link?.url ?? '');
  if (!file.ok) throw new Error(`${uri}: ${file.status}`);
  saveAs(await file.blob(), `${plainName(name)}-${uri.split('/').at(-1)}`);
  return made;
}

export function saveAs(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
