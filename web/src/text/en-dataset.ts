import { formatNumber } from './plural.ts';

/** What a dataset's page says of charts, uploads and the training file. */
export const enDataset = {
  trainingFile: 'Training file',
  trainingFileMade: 'The training file was written',
  charts: 'Charts',
  classBySet: 'Class by set',
  imagesPerDay: 'Images a day',
  lastDays: (days: number) => `${formatNumber('en', days)} days up to the newest image`,
  day: 'Day',
  total: 'Total',
  asTable: 'As a table',
  nothingToShow: 'Nothing to show yet.',

  // Upload
  upload: 'Upload images',
  dropToUpload: 'Drop pictures to upload them',
  uploading: (done: string, total: string) => `${done} of ${total} uploaded`,
  uploadedAs: (camera: string) => `as images of ${camera}`,
  uploadWaits: 'No connection: the rest goes on by itself when it is back.',
  uploadKnown: 'was uploaded before',
  uploadTwice: 'is the same picture as another of these',
  uploadTrashed: 'is in the trash',
  uploadTooLarge: 'is larger than 20 MB',
  uploadNoPicture: 'is no JPEG, PNG or WebP',
  uploadNeedsMonitor:
    'Uploading needs a monitor that you may edit. Ask its owner, or somebody who may create one.',
  uploadsOf: (name: string) => `Uploads to ${name}`,
  uploadProblems: 'Pictures that were not added',
};
