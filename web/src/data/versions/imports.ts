/** Imports of archives into a dataset (Contract 11): the one that this tab runs, and the records of all. */
import type { DocumentSnapshot } from 'firebase/firestore';
import type { CheckedImport, ImportFormat } from '../../../../client/src/imports.ts';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { importRecord } from '../../../../packages/records/src/import.ts';
import type { RecordOf } from '../../../../packages/records/src/record.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveQuery } from '../live/query.ts';
import { useStore } from '../live/store.ts';
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';
import { forgetUpload, knownUpload, rememberUpload } from '../unfinished-uploads.ts';
import { type Running, Works, whileOnline } from '../works.ts';

export type { CheckedImport, ImportFormat };

/** Tag id or name by label; null leaves a label out. */
export type TagMap = Readonly<Record<string, string | null>>;

/** The import of this tab. `waits`: there is no connection. */
export type ImportWork =
  | { phase: 'uploading'; id: string; name: string; size: number; sent: number; waits: boolean }
  | { phase: 'checking'; id: string; waits: boolean }
  | { phase: 'checked'; id: string; checked: CheckedImport }
  | { phase: 'running'; id: string }
  | { phase: 'failed'; id: string; error: Error };

const works = new Works<ImportWork>();

export const useImportWork = (dataset: string): ImportWork | null => useStore(works.store(dataset));

/** Whether this tab is running an import into the dataset. Another archive would stop it. */
export function isImporting(dataset: string): boolean {
  const phase = works.store(dataset).get()?.phase;
  return phase === 'uploading' || phase === 'checking' || phase === 'running';
}

/** Stops the import of this tab. What has been uploaded is kept, and can be continued. */
export const dropImport = (dataset: string): void => works.drop(dataset);

/** Failures are shown as a phase. */
const work = (dataset: string, id: string, steps: (run: Running<ImportWork>) => Promise<void>) =>
  works.run(dataset, steps, (error, last) => ({ phase: 'failed', id: last?.id ?? id, error }));

const importsOf = (dataset: string) => service().datasets(dataset).imports;

/** Statuses of an upload link that has expired. */
const EXPIRED = [404, 410];

/** Uploads an archive and checks what it contains. If the same file was interrupted before, its upload continues there. */
export function beginImport(dataset: string, file: File): Promise<void> {
  return work(dataset, '', async ({ show, signal }) => {
    const begun = { phase: 'uploading', name: file.name, size: file.size, waits: false } as const;
    show({ ...begun, id: '', sent: 0 });
    const known = knownUpload(dataset, file);
    const made =
      known ?? (await untilAnswered(() => importsOf(dataset).make({ name: file.name, size: file.size })));
    rememberUpload(dataset, file, made);
    const { id, upload } = made;
    let sent = 0;
    const tell = (waits: boolean) => show({ ...begun, id, sent, waits });
    tell(false);
    const onProgress = (arrived: number) => {
      sent = arrived;
      tell(false);
    };
    try {
      await untilAnswered(
        () =>
          whileOnline(signal, (own) => importsOf(dataset).send(upload, file, { onProgress, signal: own })),
        () => tell(true),
      );
    } catch (error) {
      // Next time, the same file gets a new link.
      if (error instanceof SightlineError && EXPIRED.includes(error.status)) forgetUpload(dataset, id);
      throw error;
    }
    forgetUpload(dataset, id);
    await check(dataset, id, {}, { show, signal });
  });
}

/** Checks an uploaded archive again, for example in a format that was chosen. */
export const checkImport = (dataset: string, id: string, format?: ImportFormat): Promise<void> =>
  work(dataset, id, (run) => check(dataset, id, format ? { format } : {}, run));

async function check(
  dataset: string,
  id: string,
  options: { format?: ImportFormat },
  { show, signal }: Running<ImportWork>,
): Promise<void> {
  show({ phase: 'checking', id, waits: false });
  const checked = await untilAnswered(
    () => importsOf(dataset).check(id, options, { signal }),
    () => show({ phase: 'checking', id, waits: true }),
  );
  show({ phase: 'checked', id, checked });
}

/** Starts an import, which goes on without this tab. */
export const runImport = (
  dataset: string,
  id: string,
  options: { format?: ImportFormat; tagmap?: TagMap },
): Promise<void> =>
  work(dataset, id, async ({ show, signal }) => {
    show({ phase: 'running', id });
    const key = crypto.randomUUID();
    await untilAnswered(() => importsOf(dataset).run(id, options, { key, signal }));
    if (!signal.aborted) works.store(dataset).set(null);
  });

export type ImportRecord = RecordOf<typeof importRecord> & { id: string };

const MAX_LISTED = 20;

/** The newest first. */
export const useImports = (dataset: string): Live<ImportRecord[]> =>
  useLive(
    `imports ${dataset}`,
    liveQuery(
      (sdk, firestore) =>
        sdk.query(
          sdk.collection(firestore, `dataset/${dataset}/import`),
          sdk.orderBy('createdAt', 'desc'),
          sdk.limit(MAX_LISTED),
        ),
      toRecord,
    ),
  );

function toRecord(document: DocumentSnapshot): ImportRecord {
  const fields = document.data({ serverTimestamps: 'estimate' }) ?? {};
  return { id: document.id, ...importRecord.read(document.id, fields) };
}
