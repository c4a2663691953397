/** What calls take and answer, under the names that callers use. */
import type {
  Annotation,
  ChangeMonitorRequest,
  Filter,
  ListDatasetMembersAnswer,
  ListedKey,
  ListImagesAnswer,
  MakeDatasetRequest,
  MakeMonitorRequest,
  MakeTagRequest,
  ImageChange as OneChange,
  SelectionChanged,
  SelectionUndone,
} from '../api.ts';
import type { Told } from '../group.ts';

export type {
  AdmittedMonitor,
  ImageLink,
  ImageOutcome,
  ListedImage,
  ListedMember,
  ListedOffer,
  Selection,
  TrashedImage,
} from '../api.ts';

export type DatasetType = MakeDatasetRequest['type'];
export type SetType = NonNullable<OneChange['set']>;
export type Role = 'viewer' | 'editor' | 'owner';
/** The people of a dataset or monitor. */
export type ListedPeople = Told<ListDatasetMembersAnswer>;
/** Fields of a tag that a caller may set. */
export type TagFields = Partial<MakeTagRequest>;
export type NewDataset = MakeDatasetRequest;
export type NewMonitor = MakeMonitorRequest;
export type MonitorChange = ChangeMonitorRequest;
/** x, y, w, h: 0 to 1 of the upright image. */
export type ListedAnnotation = Annotation;
/** Filter of a list; of several values, any. Times are Unix milliseconds, inclusive. */
export type ImageFilter = Filter;
export type ImageChange = OneChange;
export type DeviceKeyRecord = ListedKey;

export interface ImagePage<I = ListImagesAnswer['images'][number]> {
  images: I[];
  /** Pass it as `after` for the next page; null on the last page. */
  next: string | null;
}

/** `found`: images of the selection; the others by outcome. `stale`: changed since, or gone. */
export type SelectionChange = Told<SelectionChanged>;
/** `changed`: images that somebody has changed since, and that stay as they are. */
export type SelectionUndo = Told<SelectionUndone>;
