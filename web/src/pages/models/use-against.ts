import { useQueryState } from '../../app/places/query-state.ts';
import type { TrainingSet } from '../../data/runs/reports.ts';
import { useReadyVersions, type Version } from '../../data/versions/versions.ts';
import { setOf } from './figures.ts';

export interface AgainstState {
  isKnown: boolean;
  /** Ready versions, highest number first. */
  versions: readonly Version[];
  /** That of the address, else the last one; null if there is none. */
  version: Version | null;
  set: TrainingSet;
  change: (values: { version?: string; set?: string }) => void;
}

/** What models are compared with, in the address: a version, and one of its sets. */
export function useAgainst(dataset: string): AgainstState {
  const [{ version: asked, set }, change] = useQueryState(['version', 'set']);
  const ready = useReadyVersions(dataset);
  const versions = ready ?? [];
  const version = versions.find(({ number }) => String(number) === asked) ?? versions[0] ?? null;
  return {
    isKnown: ready !== null,
    ...{ versions, version },
    set: setOf(set, version?.counts?.sets),
    change: (values) => change(values, { replace: true }),
  };
}
