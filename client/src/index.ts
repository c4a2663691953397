/** The package's public interface. */
export type { ImportNote, Routes, SplitWarning } from './api.ts';
export type {
  AdmittedMonitorsCalls as AdmittedMonitors,
  GitCalls as Git,
  MembersCalls as Members,
  MonitorMembersCalls as MonitorMembers,
  SuggestionsCalls as Suggestions,
  TagsCalls as Tags,
} from './calls.ts';
export type { Images } from './curate/images.ts';
export type {
  AdmittedMonitor,
  DatasetType,
  DeviceKeyRecord,
  ImageChange,
  ImageFilter,
  ImageLink,
  ImageOutcome,
  ImagePage,
  ListedAnnotation,
  ListedImage,
  ListedMember,
  ListedOffer,
  ListedPeople,
  MonitorChange,
  NewDataset,
  NewMonitor,
  Role,
  Selection,
  SelectionChange,
  SelectionUndo,
  SetType,
  TagFields,
  TrashedImage,
} from './curate/records.ts';
export type { AnnotationCrop, CsvOptions, Dataset, DatasetKeyRecord, TrainingFile } from './dataset.ts';
export type { Download } from './download.ts';
export type { Events, FeedEvent } from './events.ts';
export type { JobOptions, KeyedOptions } from './group.ts';
export type {
  DatasetEvent,
  HookRecord,
  Hooks,
  HookTest,
  HookWithDeliveries,
  MonitorEvent,
  NewHook,
} from './hooks.ts';
export { type Detection, encodeUri, type Image, type MaskOptions } from './image.ts';
export type {
  CheckedImport,
  Imported,
  ImportFormat,
  Imports,
  MadeImport,
  SendOptions,
} from './imports.ts';
export type { Job, Jobs } from './jobs.ts';
export type { HeardCommand, ListenOptions } from './live/commands.ts';
export type { MonitorState } from './live/state.ts';
export type { WatchOptions } from './live/watch.ts';
export type { AddedImage, Monitor, TagUpdate, UploadOptions } from './monitor.ts';
export type { PictureSource } from './picture.ts';
export type { RetryPolicy } from './retry.ts';
export type {
  EvaluateOptions,
  JudgedImage,
  MadeRun,
  NewRun,
  Predicted,
  PredictedImage,
  ReadyRun,
  Run,
  RunComparison,
  RunCounts,
  RunFormat,
  RunImagesOptions,
  RunOrder,
  RunReport,
  Runs,
} from './runs.ts';
export { type ListedDataset, type ListedMonitor, Sightline, type SightlineOptions } from './sightline.ts';
export { type FailureKind, SightlineError } from './sightline-error.ts';
export type {
  AcceptedSuggestions,
  FindKind,
  FindOptions,
  FoundPage,
  LookedVectors,
  MadeAcceptance,
  RestoredSuggestions,
  ReviewedSample,
  SimilarImage,
  SuggestedRun,
  SuggestState,
} from './suggestions.ts';
export type { CallOptions } from './transport.ts';
export type { ArchiveSource } from './upload-archive.ts';
export type {
  DiffOptions,
  ExportFormat,
  ListedVersion,
  MadeVersion,
  Version,
  VersionDiff,
  VersionOptions,
  Versions,
} from './versions.ts';
