import { cameras } from './cameras/en.ts';
import { editor } from './editor-en.ts';
import { enDataset } from './en-dataset.ts';
import { enImport } from './en-import.ts';
import { enVersions } from './en-versions.ts';
import { find } from './find/en.ts';
import { hooks } from './hooks/en.ts';
import { jobs } from './jobs/en.ts';
import { manage } from './manage-en.ts';
import { masks } from './masks-en.ts';
import { models } from './models/en.ts';
import { formatNumber, plural } from './plural.ts';
import { outbox } from './refused/en.ts';
import { rest } from './rest/en.ts';
import { review } from './review/en.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });

/** All English texts of the console. Other languages have the same keys and parameters. */
export const en = {
  ...cameras,
  ...manage,
  language: 'English',
  product: 'Sightline',
  number: (value: number) => formatNumber('en', value),

  // Used by many pages
  images: count('image', 'images'),
  frames: count('frame', 'frames'),
  classes: count('class', 'classes'),
  annotations: count('annotation', 'annotations'),
  people: count('person', 'people'),
  selected: (value: number) => `${formatNumber('en', value)} selected`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  undo: 'Undo',
  redo: 'Redo',
  delete: 'Delete',
  rename: 'Rename',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  name: 'Name',
  type: 'Type',
  loading: 'Loading',
  more: 'More',
  unlabelled: 'Unlabelled',
  nothingHere: 'Nothing here',
  never: 'Never',

  // Shell
  skipToContent: 'Skip to content',
  navigation: 'Main',
  home: 'Home',
  wall: 'Monitors',
  apiPage: 'API',
  account: 'Account',
  signedInAs: (who: string) => `Signed in as ${who}`,
  licenses: 'Licenses of the libraries used',
  signOut: 'Sign out',
  theme: 'Theme',
  themeSystem: 'Same as system',
  themeLight: 'Light',
  themeDark: 'Dark',
  chooseLanguage: 'Language',
  keyName: (key: string): string => key,
  keyboardShortcuts: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  onThisPage: 'On this page',
  search: 'Search',
  searchOrJump: 'Search datasets, monitors, actions',
  openSearch: 'Search',
  searchIn: (list: string) => `Search: ${list}`,
  noMatch: 'No matches.',
  goTo: 'Go to',
  actions: 'Actions',
  datasets: 'Datasets',
  monitors: 'Monitors',
  offline: 'You are offline. You can still see what was loaded.',
  databaseAway:
    'The database is not responding. What you see may be out of date; it will update as soon as possible.',
  liveAway:
    'The live database is not responding: pictures and states may be out of date. They will update as soon as possible.',
  notifications: 'Notifications',

  // Errors and waiting
  imageMissing: 'This image is not in the dataset',
  pageMissing: 'Page not found',
  pageMissingHint: 'The address may be wrong, or the page may have been deleted.',
  goHome: 'Go to the start page',
  broken: 'This page stopped working',
  brokenHint: 'Nothing that you saved is lost.',
  reload: 'Reload the page',
  requestId: (id: string) => `Request ${id}`,
  unavailable: 'The service is not responding',
  unavailableHint: 'This page keeps trying.',
  notPermitted: 'It does not exist, or you do not have access to it.',
  couldNotLoad: 'This could not be loaded',
  slow: 'This is taking longer than usual. The page keeps trying.',

  // Sign in
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  wrongCredentials: 'The e-mail address or the password is wrong.',
  tooManyAttempts: 'Too many attempts. Wait a minute and try again.',
  noConnection: 'The sign-in service is not responding. Check the connection and try again.',
  signInToGoOn: (name: string) =>
    `Your sign-in has ended. Sign in as ${name} to continue where you were; what you entered is kept.`,
  signInFailed: 'Sign-in failed. Try again.',
  forgotPassword: 'Forgot your password?',
  resetSent: (email: string) => `If ${email} has an account, a link to set a new password is on its way.`,
  enterEmailFirst: 'Enter your e-mail address first.',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  samplePeople: 'Sample people of the local stack',
  samplePeopleHint: 'Click a name to sign in. Each person has different permissions.',

  // Home
  newDataset: 'New dataset',
  newMonitor: 'New monitor',
  noDatasets: 'No datasets yet',
  noDatasetsCreator: 'A dataset holds the images of one task and their classes.',
  noDatasetsOther: 'Ask somebody who owns a dataset to add you, or an admin to let you create one.',
  noMonitors: 'No monitors yet',
  noMonitorsHint: 'A monitor is a camera: it sends images into a dataset.',
  allLabelled: 'All labelled',
  shareUnlabelled: (percent: string) => `${percent} unlabelled`,
  shareInReview: (percent: string) => `${percent} in review`,
  start: 'Start',
  stop: 'Stop',
  fullScreen: 'Full screen',

  create: 'Create',
  classNames: 'Classes',
  onePerLine: 'One name per line. More can be added at any time.',
  framesGoTo: 'Frames go to',
  whereFramesSay: 'The dataset that each frame names',

  // Monitor
  now: 'Now',
  tellCamera: 'Tell the camera',
  tellHint: 'For cameras that listen: the command line, a flow, or your own.',
  commands: { start: 'Start camera', stop: 'Stop camera', capture: 'Capture' },
  stages: { asked: 'asked', taken: 'taken', done: 'done', failed: 'failed' },
  notTaken: 'not taken',
  deviceKeys: 'Device keys',
  newKey: 'New key',
  usePhone: 'Use a phone',
  noKeys: 'A camera needs a key to send frames.',
  keyFacts: (made: string, used: string) => `Created ${made} · last used: ${used}`,
  revokeKey: (hash: string) => `Revoke ${hash}`,
  revoke: 'Revoke',
  revokeHint: 'Cameras with this key can no longer send frames. A revoked key cannot be used again.',
  keyShownOnce: 'Copy this key now: it is shown only once.',
  firstImage: 'This command sends an image with it:',
  copyLine: 'Copy command',
  copyKey: 'Copy key',

  // Names of the sets
  setTRAIN: 'Training',
  setTEST: 'Test',
  setVALIDATION: 'Validation',
  setPREDETERMINED: 'Not assigned',
  setREVIEW: 'Review',

  // Dataset
  timeline: 'Images',
  older: 'Older',
  filters: 'Filters',
  allClasses: 'All classes',
  allSets: 'All sets',
  allCameras: 'All cameras',
  labelledOrNot: 'Labelled or not',
  labelled: 'Labelled',
  checkedOrNot: 'Checked or not',
  checked: 'Checked',
  notChecked: 'Not checked',
  clearFilters: 'Clear filters',
  withoutSession: (day: string) => `Without a session, ${day}`,
  noImages: 'No images',
  firstByKey: (monitor: string) => `With a device key of ${monitor}, this command sends one:`,
  noMatches: 'No images match these filters',
  review: 'Review',
  versions: 'Versions',
  sharing: 'People',
  toReview: (count: number) => `Review ${formatNumber('en', count)}`,
  setClass: 'Class',
  setSet: 'Set',
  sendToReview: 'Send to review',
  accept: 'Accept',
  skip: 'Skip',
  reject: 'Reject',
  moveToTrash: 'Move to trash',
  download: 'Download',
  packing: (images: string) => `${images} are being packed…`,
  clearSelection: 'Clear selection',
  labelledAs: (images: string, name: string) => `${images}: ${name}`,
  movedToSet: (images: string, name: string) => `${images} moved to ${name}`,
  sentToReview: (images: string) => `${images} sent to review`,
  accepted: (images: string) => `${images} accepted`,
  saidEmpty: (images: string) => `${images}: nothing here`,
  lookedAtEmpty: 'Looked at: nothing here',
  trashed: (images: string) => `${images} moved to the trash`,
  wereStale: (images: string) => `Skipped ${images}: changed in the meantime`,
  notDone: (reason: string) => `That did not work: ${reason}`,
  selectAll: 'Select all images',
  selectShown: (count: number) => `Select all ${formatNumber('en', count)}`,
  selecting: (count: number) => `Selecting ${formatNumber('en', count)} …`,
  changingAll: (done: number, all: number) =>
    `Changing ${formatNumber('en', done)} of ${formatNumber('en', all)}`,
  undoingAll: (done: number, all: number) =>
    `Undoing ${formatNumber('en', done)} of ${formatNumber('en', all)}`,
  notPossible: (images: string) => `Not possible for ${images}`,
  open: 'Open',

  ...review,
  ...enDataset,
  ...outbox,
  ...enVersions,
  editor,
  masks,
  models,
  rest,
  hooks,
  find,
  jobs,
  openInEditor: 'Open in the editor',
  openImage: 'Open image',
  ...enImport,

  // Names of the dataset types
  typeMULTICLASS: 'Classification',
  typeMULTILABEL: 'Segmentation',
  typeANOMALY: 'Anomaly detection',
  typeimageObjectDetection: 'Object detection',
};

export type Texts = typeof en;
