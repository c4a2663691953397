import type { SplitWarning, VersionCounts } from '../../../client/src/api.ts';
import { formatNumber, plural } from './plural.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });
const n = (value: number): string => formatNumber('en', value);

/** By what the images of a group are alike. */
const ALIKE = { look: ', by their thumbnails', signature: ', by their thumbnails and signatures' };

/** Texts about versions, comparing them, and exporting them. */
export const enVersions = {
  version: (number: number) => `Version ${n(number)}`,
  newVersion: 'New version',
  makeVersion: 'Create version',
  versionsHint:
    'A version keeps the images, classes and sets as they are at one moment. It records exactly what a model was trained with.',
  noVersions: 'No versions yet',
  noVersionsEditor: 'Create one when the labels are ready for training.',
  noVersionsViewer: 'An editor of this dataset can create one.',
  versionMissing: 'Version not found',
  versionMissingHint: 'The number may be wrong.',
  allVersions: 'All versions',
  note: 'Note',
  versionNameHint: 'For example, what has changed.',
  byPerson: (name: string) => `by ${name}`,
  byNobody: 'by the service',
  byProgram: 'by a program',
  versionState_building: 'Being created',
  versionState_ready: 'Ready',
  versionState_failed: 'Failed',
  versionBuildingHint:
    'The images are read as they were at the start. You can leave this page in the meantime.',
  /** By the service's sentence. */
  versionReasons: {
    'it was interrupted, and its moment has passed; make another version':
      'Its creation was interrupted for too long.',
  } as Record<string, string>,
  versionFailedHint: 'The dataset has not changed. Create another version.',
  versionReady: (name: string) => `${name} is ready`,
  versionRefused: (name: string, reason: string) => `${name} was not created: ${reason}`,
  inSets: 'Images by class and set',
  allImages: 'All images',
  shareOf: (share: string) => `${share} of its images`,
  groupsOf: ({ count: groups, largest, alike }: VersionCounts['groups']) =>
    `${count('group', 'groups')(groups)}, the largest with ${count('image', 'images')(largest)}${alike ? ALIKE[alike] : ''}`,
  leftOut: 'Left out',
  dropped: {
    'set is REVIEW': 'waiting for review',
    'not checked': 'that nobody has labelled or checked',
    'cannot be read': 'with an address outside the dataset',
    'file not found': 'without a file',
    'mask cannot be read': 'masks with an address outside the dataset',
    'mask not found': 'masks without a file',
  } as Record<string, string>,
  whoLabelled: 'Labelled by',
  labelNames: {
    manual: 'People',
    inference: 'Models, not accepted',
    empty: 'Nothing here',
    unchecked: 'Nobody',
    unclassed: 'No class of this version',
  },
  objects: 'Objects',
  objectsInSets: 'Objects by class and set',
  misleading: 'This may mislead a trainer',
  misleadingTexts: {
    models: (value: number) =>
      `${count('image has boxes', 'images have boxes')(value)} of a model that no person has accepted: training repeats its mistakes.`,
    modelsInTest: (value: number) =>
      `${count('test image has boxes', 'test images have boxes')(value)} of a model that no person has accepted: figures would compare models with each other.`,
    modelClasses: (value: number) =>
      `${count('image has the class', 'images have the class')(value)} of a model that no person has accepted: training repeats its mistakes.`,
    modelClassesInTest: (value: number) =>
      `${count('test image has the class', 'test images have the class')(value)} of a model that no person has accepted: figures would compare models with each other.`,
    unchecked: (value: number) =>
      `${count('image', 'images')(value)} that nobody has looked at: for a trainer, nothing is there.`,
    unclassed: (value: number) =>
      `${count('image', 'images')(value)} with only classes that are left out: for a trainer, nothing is there.`,
    withoutClass: (value: number) =>
      `${count('image has no class', 'images have no class')(value)}: most formats leave them out.`,
  },
  warnings: 'Rules that the split could not keep',
  /** A warning of the service; null if there is only the service's English. */
  splitWarning: (sentence: string, _code: SplitWarning | undefined): string | null => sentence,
  contentHash: 'Content hash',
  contentHashHint: 'The SHA-256 of everything in it: the same hash means the same version.',

  // Creating a version
  split: 'Split',
  splitHint: 'Images that belong together get the same set. Those that have one already keep it.',
  testShare: 'Test, percent',
  validationShare: 'Validation, percent',
  sharesTooLarge: 'Test and validation add up to more than 100 percent.',
  groupBy: 'Keep together',
  group_burst: 'Frames of a burst that look alike',
  group_minute: 'Frames of the same session and minute',
  group_session: 'Frames of the same session',
  group_image: 'Only identical images',
  whichImages: 'Which images',
  whichImagesHint: 'Images in review and in the trash are never in a version.',
  includeModels: 'With boxes of models that no person has accepted',
  includeModelClasses: 'With classes of models that no person has accepted',
  includeUnchecked: 'With images that nobody has labelled or checked',
  labelsOfClasses: 'Classes in this version',
  labelsOfClassesHint: 'Give two classes the same label to merge them, or leave one out.',
  labelOf: (name: string) => `Label of ${name}`,
  include: (name: string) => `${name} is a class of this version`,
  saveSets: 'Save these sets to the images',
  saveSetsHint: 'Later versions then put them into the same sets.',
  preview: 'Preview',
  count: 'Count',
  previewWaits: 'Counting',
  previewEmpty: 'No images match. Change the filters, or review images first.',
  previewOutdated: 'These counts are from before your last change.',

  // Comparing
  compare: 'Compare',
  compareWith: 'Compare with',
  comparedFrom: 'From',
  comparedTo: 'To',
  differences: (from: number, to: number) => `From version ${n(from)} to ${n(to)}`,
  change_added: 'Added',
  change_removed: 'Removed',
  change_relabelled: 'Relabelled',
  change_moved: 'Moved',
  changeHint_added: 'Images that only the later version has.',
  changeHint_removed: 'Images that only the earlier version has.',
  changeHint_relabelled: 'Images with another class, other boxes or other masks.',
  changeHint_moved: 'Images that are in another set.',
  noSuchChange: 'No images',
  noDifference: 'These versions are the same',
  noDifferenceHint: 'They have the same images, labels and sets.',
  from: 'before',
  to: 'after',
  fromTo: (before: string, after: string) => `${before} to ${after}`,
  noLabel: 'No label',
  goneImage: 'No longer in the dataset',
  notInVersion: 'Not in it',
  shownAsNow: 'The picture shows what is drawn on the image now.',
  labelNumber: (label: string, number: number) => (number === 1 ? label : `${n(number)} × ${label}`),
  masksOf: (label: string) => `mask of ${label}`,

  // Files
  files: 'Download',
  filesHint: 'The same version always gives the same file.',
  format: 'Format',
  formatHolds: 'Contains everything in this version.',
  formatLacks: 'This format cannot contain everything:',
  imagesAs: 'Images',
  imagesAs_bytes: 'In the archive',
  imagesAs_links: 'As links, valid for a day',
  imagesAs_none: 'Left out',
  storageLinks: 'As addresses in Cloud Storage',
  downloadFile: 'Download',
  downloadAgain: 'Download again',
  fileRuns: (received: string) => `${received} so far`,
  fileDone: (name: string, size: string) => `${name} was saved, ${size}`,
  fileFailed: 'The download was interrupted',
  trainWith: (tool: string) => `Use it with ${tool}`,
  trainHint: 'Run this command in a terminal, in the folder of the file.',
  notVerified: 'Replace BUCKET with the name of your bucket.',
  lossTexts: {
    boxes: (value: number) => `${count('box is', 'boxes are')(value)} not in it.`,
    points: (value: number) => `${count('point is', 'points are')(value)} not in it.`,
    classes: (value: number) =>
      `${count('class of a whole image is', 'classes of whole images are')(value)} not in it.`,
    masks: (value: number) => `${count('mask is', 'masks are')(value)} not in it.`,
    people: () => 'People and times (who labelled, checked and decided, and when) are not in it.',
    'whole-pixels': () => 'Edges of boxes are whole pixels.',
    'flat-boxes': (value: number) =>
      `${count('box without area in the image is', 'boxes without area in the image are')(value)} not in it.`,
    'box-outlines': (value: number) => `${count('box has', 'boxes have')(value)} the outline of a rectangle.`,
    'classes-shift': () =>
      'Ultralytics 8.3.208 refuses this file, and later releases number the classes of each set by those that it has: use YOLO folders to train.',
    'several-folders': (value: number) =>
      `${count('image', 'images')(value)} with several classes: in the folder of each.`,
    'mask-folders': () => 'Masks of training and validation are in folders of their own.',
    'large-images': (value: number) => `${count('image', 'images')(value)} over 30 MB left out.`,
    'small-boxes': (value: number) =>
      `${count('box with an edge under 0.01 is', 'boxes with an edge under 0.01 are')(value)} not in it.`,
    'many-boxes': (value: number) =>
      `${count('box after the 500th of an image is', 'boxes after the 500th of an image are')(value)} not in it.`,
    webp: (value: number) =>
      `Vertex AI does not list WebP for training: ${count('image is', 'images are')(value)} WebP.`,
    unaccepted: (value: number) =>
      `${count('box is', 'boxes are')(value)} of a model, and no person has accepted that.`,
    unchecked: (value: number) =>
      `${count('image', 'images')(value)} that nobody has labelled: for a trainer, nothing is there.`,
    unclassed: (value: number) =>
      `${count('image', 'images')(value)} with only classes that are left out: for a trainer, nothing is there.`,
    unclassified: (value: number) => `${count('image', 'images')(value)} without a class left out.`,
    'no-validation': () => 'No image is in validation.',
    'no-validation-tenth': () =>
      'No image is in validation: releases of Ultralytics that accept this take a tenth of the training images for it, of any session.',
    'no-train': () => 'No image is in training: Ultralytics does not train with it.',
    'no-validation-TEST': () => 'No image is in validation: data.yaml names the test images for it.',
    'no-validation-TRAIN': () => 'No image is in validation: data.yaml names the training images for it.',
  } as Record<string, (value: number) => string>,
};
