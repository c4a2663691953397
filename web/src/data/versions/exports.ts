/** Downloads exports of versions. A download continues when the person leaves the page. */
import type { Job } from '../../../../client/src/jobs.ts';
import type { ExportFormat } from '../../../../client/src/versions.ts';
import { Store, useStore } from '../live/store.ts';
import { service } from '../service.ts';
import { saveAs } from './download.ts';
import { fileStem } from './file-name.ts';

export type ImageMode = 'links' | 'bytes' | 'none';
export type { ExportFormat };

export interface Exporting {
  state: 'running' | 'done' | 'failed';
  /** Bytes received so far. */
  received: number;
  /** Total bytes, exact or estimated; null if unknown. */
  expected: number | null;
  /** Images of a large file that its job has written; null while it comes. */
  made: { done: number; total: number } | null;
  /** Name of the file; `''` until the download begins. */
  fileName: string;
  error: Error | null;
}

interface Wanted {
  dataset: string;
  /** Of the dataset. */
  name: string;
  number: number;
  format: ExportFormat;
  images: ImageMode;
  /** Estimated size in bytes; null if unknown. */
  expected: number | null;
}

interface Download {
  store: Store<Exporting | null>;
  stop: AbortController;
}

const madeOf = ({ done, total }: Job): Exporting['made'] => (total === null ? null : { done, total });

const downloads = new Map<string, Download>();

const keyOf = ({ dataset, number, format, images }: Omit<Wanted, 'expected'>): string =>
  `${dataset} ${number} ${format} ${images}`;

/** The download of one file; null if it has not been started. */
export function useExport(wanted: Omit<Wanted, 'expected'>): Exporting | null {
  return useStore(downloadOf(wanted).store);
}

function downloadOf(wanted: Omit<Wanted, 'expected'>): Download {
  const key = keyOf(wanted);
  const known = downloads.get(key) ?? {
    store: new Store<Exporting | null>(null),
    stop: new AbortController(),
  };
  downloads.set(key, known);
  return known;
}

export function cancelExport(wanted: Omit<Wanted, 'expected'>): void {
  const { store, stop } = downloadOf(wanted);
  stop.abort();
  store.set(null);
}

/** Downloads the file. `useExport` shows the progress. */
export async function startExport(wanted: Wanted): Promise<void> {
  const download = downloadOf(wanted);
  const { store } = download;
  const stop = new AbortController();
  download.stop = stop;
  const change = (some: Partial<Exporting>) => {
    const now = store.get();
    if (!stop.signal.aborted && now) store.set({ ...now, ...some });
  };
  store.set({
    ...{ state: 'running', received: 0, expected: wanted.expected },
    ...{ fileName: '', error: null, made: null },
  });
  try {
    const { number, format, images } = wanted;
    const { signal } = stop;
    const file = await service()
      .datasets(wanted.dataset)
      .versions.export(
        number,
        format,
        { images },
        { signal, onProgress: (job) => change({ made: madeOf(job) }) },
      );
    const fileName = `${fileStem(wanted.name, number, format)}${file.fileName.slice(file.fileName.lastIndexOf('.'))}`;
    change({ fileName, made: null, ...(file.size !== undefined && { expected: file.size }) });
    let received = 0;
    const counted = file.stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          received += piece.byteLength;
          change({ received });
          controller.enqueue(piece);
        },
      }),
    );
    // Browsers keep large blobs on disk, not in memory.
    const blob = await new Response(counted).blob();
    saveAs(blob, fileName);
    change({ state: 'done', received: blob.size, expected: blob.size });
  } catch (error) {
    change({ state: 'failed', error: error as Error });
  }
}
