/** Versions of a dataset (Contract 11). Listeners read them, so that the page shows when a version becomes ready. */
import { useQuery } from '@tanstack/react-query';
import type { DocumentSnapshot } from 'firebase/firestore';
import type {
  MadeVersion,
  Version as ServedVersion,
  VersionOptions,
} from '../../../../client/src/versions.ts';
import type { RecordOf } from '../../../../packages/records/src/record.ts';
import { versionRecord } from '../../../../packages/records/src/version.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveDocument, liveQuery } from '../live/query.ts';
import { count, list, map } from '../live/snapshot.ts';
import { service } from '../service.ts';

export type VersionCounts = MadeVersion['counts'];
export type VersionParameters = ServedVersion['parameters'];
export type FormatLimits = ServedVersion['formats'][number];

export interface Version extends Omit<RecordOf<typeof versionRecord>, 'counts' | 'parameters'> {
  /** Null unless ready. */
  counts: VersionCounts | null;
  parameters: Pick<
    VersionParameters,
    'test' | 'validation' | 'group' | 'save' | 'tagmap' | 'filter' | 'tags'
  >;
}

/** The newest versions, highest number first. */
export function useVersions(dataset: string, limit: number): Live<Version[]> {
  return useLive(
    `versions ${dataset} ${limit}`,
    liveQuery(
      (sdk, firestore) =>
        sdk.query(
          sdk.collection(firestore, `dataset/${dataset}/version`),
          sdk.orderBy('number', 'desc'),
          sdk.limit(limit),
        ),
      toVersion,
    ),
  );
}

/** Versions that a page offers to choose from. */
const OFFERED = 100;

/** The newest ones that are ready, highest number first; null until they are known. */
export function useReadyVersions(dataset: string): Version[] | null {
  const live = useVersions(dataset, OFFERED);
  if (live.state === 'waiting') return null;
  return live.state === 'ready' ? live.value.filter(({ state }) => state === 'ready') : [];
}

/** Null if there is no such version. @param number null reads nothing */
export function useVersion(dataset: string, number: number | null): Live<Version | null> {
  return useLive(
    number === null ? null : `version ${dataset} ${number}`,
    liveDocument(`dataset/${dataset}/version/${number}`, toVersion),
  );
}

function toVersion(document: DocumentSnapshot): Version {
  const fields = document.data({ serverTimestamps: 'estimate' }) ?? {};
  const { counts, parameters, ...read } = versionRecord.read(document.id, fields);
  return {
    ...read,
    counts: counts as VersionCounts | null,
    parameters: toParameters(parameters),
  };
}

const toParameters = (fields: ReturnType<typeof map>): Version['parameters'] => ({
  test: count(fields.test),
  validation: count(fields.validation),
  group: fields.group as VersionParameters['group'],
  save: fields.save === true,
  tagmap: map(fields.tagmap) as VersionParameters['tagmap'],
  filter: map(fields.filter),
  tags: list(fields.tags) as VersionParameters['tags'],
});

/** What each export format cannot contain of a ready version. It never changes. */
export function useFormats(dataset: string, number: number) {
  return useQuery({
    queryKey: ['formats', dataset, number],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await service().datasets(dataset).versions.get(number)).formats,
  });
}

/** The parameters of a version, without its name and note. */
export type SplitOptions = Omit<VersionOptions, 'name' | 'note'>;

/**
 * The counts that a version with these parameters would have now.
 * @param options null requests nothing
 */
export function usePreview(dataset: string, options: SplitOptions | null) {
  return useQuery<MadeVersion['counts']>({
    queryKey: ['preview', dataset, options],
    enabled: options !== null,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      service()
        .datasets(dataset)
        .versions.preview(options ?? {}, { signal }),
  });
}

export const makeVersion = (dataset: string, options: VersionOptions): Promise<MadeVersion> =>
  service().datasets(dataset).versions.make(options);
