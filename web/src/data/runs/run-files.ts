/** Files of predictions on their way into a run (Contract 14): sent, checked, made. */
import type { CheckedRun, NewRun, RunFileOptions } from '../../../../client/src/runs.ts';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { useStore } from '../live/store.ts';
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';
import { forgetUpload, knownUpload, rememberUpload } from '../unfinished-uploads.ts';
import { type Running, Works, whileOnline } from '../works.ts';

export type { CheckedRun, RunFileOptions };
export type RunFacts = Pick<NewRun, 'name' | 'model' | 'trainedOn' | 'covers'>;

/** The run whose file this tab sends. `waits`: there is no connection. `number` 0: not known yet. */
export type RunWork =
  | { phase: 'uploading'; number: number; name: string; size: number; sent: number; waits: boolean }
  | { phase: 'checking' | 'making'; number: number; waits: boolean }
  | { phase: 'checked'; number: number; checked: CheckedRun; asked: RunFileOptions }
  | { phase: 'made'; number: number }
  | { phase: 'failed'; number: number; error: Error };

const works = new Works<RunWork>();

export const useRunWork = (dataset: string): RunWork | null => useStore(works.store(dataset));

/** What has been uploaded is kept, and can be continued. */
export const dropRunWork = (dataset: string): void => works.drop(dataset);

const work = (dataset: string, number: number, steps: (run: Running<RunWork>) => Promise<void>) =>
  works.run(dataset, steps, (error, last) => ({ phase: 'failed', number: last?.number || number, error }));

const runsOf = (dataset: string) => service().datasets(dataset).runs;

/** Statuses of an upload link that has expired. */
const EXPIRED = [404, 410];

/** Begins a run and sends its file. If the same file was interrupted before, its upload continues there. */
export const sendRunFile = (dataset: string, facts: RunFacts, file: File): Promise<void> =>
  work(dataset, 0, async ({ show, signal }) => {
    const begun = { phase: 'uploading', name: file.name, size: file.size } as const;
    show({ ...begun, number: 0, sent: 0, waits: false });
    const { number, upload } = await linkOf(dataset, facts, file);
    let sent = 0;
    const tell = (waits: boolean) => show({ ...begun, number, sent, waits });
    const onProgress = (arrived: number) => {
      sent = arrived;
      tell(false);
    };
    const send = (own: AbortSignal) =>
      service().datasets(dataset).imports.send(upload, file, { onProgress, signal: own });
    tell(false);
    try {
      await untilAnswered(
        () => whileOnline(signal, send),
        () => tell(true),
      );
    } catch (error) {
      if (error instanceof SightlineError && EXPIRED.includes(error.status))
        forgetUpload(keptAs(dataset), String(number));
      throw error;
    }
    forgetUpload(keptAs(dataset), String(number));
    await check(dataset, number, {}, { show, signal });
  });

/** Uploads for runs are remembered apart from those for imports. */
const keptAs = (dataset: string): string => `${dataset}/run`;

/** The link of the same file from before, else of a new run. */
async function linkOf(dataset: string, facts: RunFacts, file: File) {
  const known = knownUpload(keptAs(dataset), file);
  if (known) return { number: Number(known.id), upload: known.upload };
  // One key for all attempts, so that one run is made.
  const key = crypto.randomUUID();
  const { number, upload = '' } = await untilAnswered(() =>
    runsOf(dataset).make({ ...facts, size: file.size }, { key }),
  );
  rememberUpload(keptAs(dataset), file, { id: String(number), upload });
  return { number, upload };
}

/** Reads the file of a run, for example in another format. Changes nothing. */
export const checkRunFile = (dataset: string, number: number, asked: RunFileOptions = {}): Promise<void> =>
  work(dataset, number, (run) => check(dataset, number, asked, run));

async function check(
  dataset: string,
  number: number,
  asked: RunFileOptions,
  { show, signal }: Running<RunWork>,
): Promise<void> {
  show({ phase: 'checking', number, waits: false });
  const checked = await untilAnswered(
    () => runsOf(dataset).check(number, asked, { signal }),
    () => show({ phase: 'checking', number, waits: true }),
  );
  show({ phase: 'checked', number, checked, asked });
}

export const makeRunOfFile = (dataset: string, number: number, asked: RunFileOptions): Promise<void> =>
  work(dataset, number, async ({ show, signal }) => {
    show({ phase: 'making', number, waits: false });
    await untilAnswered(
      () => runsOf(dataset).finish(number, asked, { signal }),
      () => show({ phase: 'making', number, waits: true }),
    );
    show({ phase: 'made', number });
  });
