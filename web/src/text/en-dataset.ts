import { formatNumber } from './plural.ts';

/** Texts about charts, uploads and the training file of a dataset. */
export const enDataset = {
  trainingFile: 'Training file',
  trainingFileMade: 'The training file was created',
  charts: 'Charts',
  classBySet: 'Classes by set',
  imagesPerDay: 'Images per day',
  lastDays: (days: number) => `The ${formatNumber('en', days)} days up to the newest image`,
  day: 'Day',
  anyDay: 'Any day',
  otherDays: 'Other days …',
  firstDay: 'From',
  lastDay: 'To',
  showThem: 'Show',
  order: 'Order',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  largerTiles: 'Larger tiles',
  smallerTiles: 'Smaller tiles',
  selectSession: 'Select the session',
  selectThis: 'Select',
  total: 'Total',
  asTable: 'Show as table',
  nothingToShow: 'Nothing to show yet.',

  // Upload
  upload: 'Upload images',
  dropToUpload: 'Drop images to upload them, or a ZIP to import it',
  uploading: (done: string, total: string) => `${done} of ${total} uploaded`,
  uploadedAs: (camera: string) => `as images of ${camera}`,
  showUploaded: (images: number) => (images === 1 ? 'Show it' : `Show these ${formatNumber('en', images)}`),
  uploadWaits: 'No connection. The remaining uploads continue when it is back.',
  uploadKnown: 'was already uploaded',
  uploadTwice: 'is the same image as another one in this upload',
  uploadTrashed: 'is in the trash',
  uploadTooLarge: 'is larger than 20 MB',
  uploadNoPicture: 'is not a JPEG, PNG or WebP',
  uploadNeedsMonitor:
    'To upload images, you need a monitor that you can edit. Ask the owner of one, or somebody who can create one.',
  uploadsOf: (name: string) => `Uploads to ${name}`,
  uploadProblems: 'Images that were not added',
};
