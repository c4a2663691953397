import type {
  DiffVersionsAnswer,
  MakeVersionAnswer,
  MakeVersionRequest,
  Routes,
  ShowVersionAnswer,
} from './api.ts';
import type { Told } from './group.ts';

export type { ListedVersion } from './api.ts';
export type { VersionsCalls as Versions } from './calls.ts';
/** `hash`: SHA-256 of the manifest. */
export type MadeVersion = Told<MakeVersionAnswer>;
export type Version = Told<ShowVersionAnswer>;
/** Counts of all changes, and the image ids of a page. */
export type VersionDiff = Told<DiffVersionsAnswer>;
export type VersionOptions = Omit<MakeVersionRequest, 'tagmap'> & {
  /** Class names by tag id or name; null leaves a tag out. The short form `name:label,name:label` works too. */
  tagmap?: Record<string, string | null> | string;
};
export type DiffOptions = Routes['GET /dataset/{dataset_id}/version/{version}/diff/{other}']['query'];
export type ExportFormat = Routes['GET /dataset/{dataset_id}/version/{version}/export']['query']['format'];
