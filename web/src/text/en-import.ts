import type { ImportNote } from '../../../client/src/api.ts';
import { formatNumber, plural } from './plural.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });
const n = (value: number): string => formatNumber('en', value);

/** Texts about importing archives. */
export const enImport = {
  importArchive: 'Import archive',
  importHint:
    'A ZIP with images, and with labels in any of these formats: Sightline, YOLO, COCO, Pascal VOC, CVAT, Label Studio, LabelMe, Datumaro, Supervisely, KITTI, OpenImages, tables of Roboflow, Hugging Face imagefolder, Ultralytics NDJSON, Vertex AI, AutoML, folders with masks, or a folder for each class.',
  chooseArchive: 'Choose archive',
  dropArchive: 'Drop a ZIP here',
  importFirstLook: 'You can check the contents before anything changes.',
  noArchive: 'This is not a ZIP archive.',
  oneArchive: 'One archive at a time. Only the first one is imported.',
  importStillRuns: 'Another import is still running',
  notImported: (name: string) =>
    `${name} was not imported, because another import is still running. Drop it again when that has finished.`,
  filesSkipped: (value: number) =>
    `${count('file was', 'files were')(value)} not added. An archive can only be dropped together with images.`,
  uploadingArchive: (name: string) => `Uploading ${name}`,
  bytesOf: (sent: string, size: string) => `${sent} of ${size}`,
  uploadPaused: 'No connection. The upload will continue from here.',
  stopUpload: 'Stop',
  checkingArchive: 'Checking the archive',
  wouldCome: 'What will be imported',
  archiveFormat: 'Format of the archive',
  nothingToImport: 'The archive has no images that can be imported.',
  labelsMap: 'Labels',
  labelsMapHint: 'Each label of the archive becomes a class of this dataset, or is left out.',
  classOf: (label: string) => `Class for ${label}`,
  newClassNamed: (name: string) => `New class ${name}`,
  leaveOut: 'Leave out',
  noLabels: 'The archive has no labels.',
  unlabelledImages: (images: string) => `${images} without a label`,
  notRead: (value: number) => `${count('file', 'files')(value)} cannot be read`,
  notReadMore: (value: number) => `and ${n(value)} more`,
  /** A note of the service; null if there is only the service's English. */
  importNote: (sentence: string, _note: ImportNote | undefined): string | null => sentence,
  importNotes: 'What is not kept or not read',
  runImport: 'Import',
  importImages: (images: string) => `Import ${images}`,
  importWithoutLabels: (images: string) => `Import ${images} without the labels that cannot be read`,
  otherArchive: 'Choose another archive',
  importing: 'Importing',
  importRuns: 'You can leave this page, or close it. The import goes on.',
  imported: (done: string, total: string) => `${done} of ${total} images`,
  importAdded: (value: number) => `${n(value)} added`,
  importKnown: (value: number) => `${n(value)} already in the dataset`,
  importFailed: (value: number) => `${n(value)} could not be imported`,
  importDone: 'The archive has been imported',
  toImages: 'Show the images',
  makeVersionOfIt: 'Create a version',
  importBroken: 'The import was interrupted',
  importRefused: 'This archive cannot be imported',
  goOn: 'Continue',
  uploadMissing: 'The archive has not been uploaded, or is no longer kept',
  uploadMissingHint: 'Choose the same file again. What was already uploaded is not sent twice.',
  earlierImports: 'Imports',
  importState_waiting: 'Not imported',
  importState_running: 'Importing',
  importState_done: 'Done',
  importState_failed: 'Failed',
};
