import { formatNumber, plural } from '../plural.ts';
import { inspection } from './inspection-en.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });
const n = (value: number): string => formatNumber('en', value);
const images = count('image', 'images');

/** Texts about runs: what models say about images, and how well that agrees with labels. */
export const models = {
  title: 'Models',
  hint: 'What models say about these images, beside what people say. It changes no label.',
  send: 'Send predictions',
  none: 'No model has said anything yet',
  noneEditor:
    'Send a file that a trainer has written, or let a program send predictions while images arrive.',
  noneViewer: 'An editor of this dataset can send predictions.',
  byCommand: 'A program begins a run, says what its model sees, and closes the run:',
  all: 'All models',
  missing: 'Model not found',
  missingHint: 'The number may be wrong, or it may have been deleted.',
  trainedOn: (number: number) => `trained on version ${n(number)}`,
  notKnownTrainedOn: 'trained on: not known',
  predictions: count('prediction', 'predictions'),
  state: {
    open: 'Takes predictions',
    building: 'Waits for its file',
    ready: 'Ready',
    failed: 'Failed',
  },
  openHint: 'Programs can still send predictions. Figures are there once it is closed.',
  closeRun: 'Close it',
  buildingHint: 'Its file has not been read yet.',
  readFile: 'Read its file',
  failedHint: 'Nothing in the dataset has changed. Delete it and send the file again.',
  deleteLoss: 'Everything that this model said, and its figures. Labels and versions stay.',
  deleted: (name: string) => `${name} was deleted`,
  export: 'Download',

  // The dataset's detector
  detect: 'Run the detector',
  detectorName: (address: string): string => (address === '' ? 'Cloud Vision' : 'Own detector'),
  detectHint: (value: number, address: string) =>
    address === ''
      ? `Cloud Vision looks at all ${images(value)}, and costs money for each that it has not seen before.`
      : `${address} is asked about all ${images(value)}.`,
  detectOpen: 'Detector is not done',
  detectBegin: 'Run',
  detecting: 'The detector looks at the images',
  looked: (value: number) => `${images(value)} so far`,
  detectPause: 'Pause',
  goOn: 'Go on',

  // What models are compared with
  against: 'Compared with',
  versionOf: 'Labels of',
  set: 'Images in',
  noVersion: 'Figures compare a model with the labels of a version. There is no version yet.',
  makeVersion: 'Create a version',
  accuracy: 'Accuracy',
  ap: 'Average precision',
  ofImages: (value: number) => `of ${images(value)}`,
  noImages: 'It has looked at none of these images.',
  noFigure: 'Nothing to measure',
  overTime: (figure: string) => `${figure}, oldest model first`,

  // A file of predictions
  file: 'File',
  fileHint:
    'As the trainer wrote it: COCO results, Ultralytics predictions.json, a ZIP of YOLO texts with confidence, lines of Vertex AI, Label Studio, or NDJSON. You see what comes before anything is made.',
  chooseFile: 'Choose file',
  otherFile: 'Choose another file',
  dropFile: 'Drop the file here',
  nameHint: 'For example, what is new in this model.',
  model: 'Model',
  modelHint: 'For example, its architecture.',
  trainedOnLabel: 'Trained on',
  notKnown: 'Not known',
  trainedOnHint: 'Then figures say which images the model has seen before.',
  given: 'Images that it was given',
  givens: {
    test: (version: number) => `TEST images of version ${n(version)}`,
    version: (version: number) => `All images of version ${n(version)}`,
    all: () => 'Every image of this dataset',
    listed: () => 'Only those that the file names',
  },
  givenHint: 'An image that it was given and that the file does not name counts as nothing found.',
  sendFile: 'Send and check',
  sending: (name: string) => `Sending ${name}`,
  checking: 'Reading the file',
  making: 'Making the run',
  makingHint: 'You can leave this page, but keep this tab open.',
  wouldCome: 'What would come',
  format: 'Format',
  formatNames: {
    ndjson: 'NDJSON of Sightline',
    coco: 'COCO results',
    ultralytics: 'Ultralytics predictions.json',
    yolo: 'YOLO texts with confidence',
    vertex: 'Vertex AI batch prediction',
    labelstudio: 'Label Studio predictions',
  },
  namesOf: 'Names and numbers as in',
  usualNames: 'The usual version',
  score: 'Score of predictions that have none',
  checkAgain: 'Check again',
  comes: (value: number, predictions: number) =>
    `${count('prediction', 'predictions')(predictions)} about ${images(value)}`,
  comesEmpty: (value: number) => `it saw nothing in ${n(value)} of them`,
  nothingComes: 'Nothing in this file can be matched with images of this dataset.',
  labelsHint: 'Each label of the file stands for a class of this dataset, or is left out.',
  unmatched: (value: number) =>
    `${count('entry has', 'entries have')(value)} no image here, and ${value === 1 ? 'is' : 'are'} left out`,
  more: (value: number) => `and ${n(value)} more`,
  lost: 'What is left out of predictions',
  /** By the service's words; null if there are only these. */
  lostName: (sentence: string): string | null => sentence,
  make: 'Add this model',
  refused: 'This file cannot be read',
  broken: 'This was interrupted',

  // Figures
  figures: 'How good it is',
  overlap: 'Overlap of a right box, percent',
  threshold: 'Scores from, percent',
  percentOf: (share: string) => `at an overlap of ${share}`,
  apHint: 'The mean over overlaps of 50 to 95 percent, as COCO has it.',
  accuracyHint: 'How many images have their own class with the highest score.',
  sizes: { apSmall: 'Small objects', apMedium: 'Medium objects', apLarge: 'Large objects' },
  best: (score: string, precision: string, recall: string) =>
    `If only predictions from a score of ${score} on are taken, ${precision} of them are right, and ${recall} of what is there is found: the best balance.`,
  point: (score: string, precision: string, recall: string) =>
    `Images with scores from ${score}: precision ${precision}, recall ${recall}`,
  noBest: 'No prediction is right, whatever its score.',
  misleading: 'This may mislead you',
  uncoveredRun: (value: number) =>
    `${images(value)} of this set ${value === 1 ? 'was' : 'were'} not looked at: the figures are of the others.`,
  uncoveredVersion: (value: number) =>
    `It has also looked at ${images(value)} that this version does not have. They are not in the figures.`,
  leaked: (value: number) =>
    `It was trained on ${images(value)} of this set: of these, the figures flatter it.`,
  maybeLeaked:
    'Nobody has said what it was trained on. If it has seen these images before, the figures flatter it.',
  unlabelled: (value: number) =>
    `${count('image has', 'images have')(value)} no class, and ${value === 1 ? 'is' : 'are'} not in the figures.`,
  unaccepted: (value: number) =>
    `${count('label is', 'labels are')(value)} of a model, and no person has accepted ${value === 1 ? 'it' : 'them'}: there the figures compare models with each other.`,
  unclassed: (value: number) =>
    `${count('prediction is', 'predictions are')(value)} of classes that this version does not have.`,
  unreadable: (value: number) =>
    `${count('mask', 'masks')(value)} of the version could not be read, and ${value === 1 ? 'counts' : 'count'} as missing.`,
  curve: 'Precision and recall',
  curveHint: 'Each point takes predictions from another score on. The upper right corner would be perfect.',
  precision: 'Precision',
  recall: 'Recall',
  scoreOf: 'Score',
  f1: 'Balance (F1)',
  ...inspection,
  byClass: 'By class',
  objects: 'Objects',
  predicted: 'Predictions',
  bestScore: 'Best score',
  confusion: 'What it takes for what',
  confusionHint: 'Rows are labels, columns are predictions. What is off the diagonal is wrong.',
  nothing: 'Nothing',
  cell: (label: string, predicted: string, value: number) => `${label}, predicted ${predicted}: ${n(value)}`,
  label: 'Label',
  calibration: 'Can its scores be believed?',
  calibrationIs: (share: string) => `On average, its scores are ${share} off from how often it is right.`,
  calibrationHint: 'Bars: how often predictions of a score are right. They should reach the line.',
  noCalibration: 'There are no predictions to judge by.',
  bin: (from: string, to: string, right: string, answers: number) =>
    `Scores from ${from} to ${to}: ${right} right of ${count('prediction', 'predictions')(answers)}`,
  emptyBin: (from: string, to: string) => `Scores from ${from} to ${to}: no predictions`,

  // Two models
  beside: 'Beside another model',
  besideHint: 'On the images that both have looked at.',
  otherModel: 'The other model',
  noOther: 'None',
  betterThere: 'Better there',
  agreesBetter: (name: string) => `Images where ${name} agrees better`,
  noneInCommon: 'There is nothing to compare: they have no labelled image of this set in common.',
  verdicts: {
    better: (figure: string, other: string) => `${figure} is higher than that of ${other}.`,
    worse: (figure: string, other: string) => `${figure} is lower than that of ${other}.`,
    unclear: (figure: string, other: string) =>
      `Whether ${figure.toLowerCase()} is higher than that of ${other} cannot be said from so few images.`,
  },
  comparedOn: (value: number, bursts: number) =>
    `${images(value)} of ${count('moment', 'moments')(bursts)} were compared.`,
  figure: 'Figure',
  difference: 'Difference',
  likely: 'With other images, probably',
  between: (low: string, high: string) => `${low} to ${high}`,
  comparedFigures: {
    accuracy: 'Accuracy',
    balancedAccuracy: 'Accuracy, each class alike',
    ap: 'Average precision',
    ap50: 'AP50',
    ap75: 'AP75',
    bestF1: 'Best balance (F1)',
    expectedError: 'Error of its scores',
  },

  // Images
  order: 'Order',
  orders: {
    disagreement: 'Most in dispute',
    uncertain: 'Most uncertain',
    missed: 'Missed most',
    extra: 'Seen where nothing is',
    score: 'Surest first',
  },
  ordersHint:
    'Orders and filters go by the labels as they were when the model was added. Each image has its labels as they are now.',
  prediction: 'Prediction',
  minScore: 'Scores from',
  showTiles: 'Show tiles',
  showOne: 'One at a time',
  showImages: 'Show the images',
  theFirst: (value: number) => `The first ${n(value)}`,
  imagesOf: 'Images that the model has looked at',
  noSuchImages: 'No such images',
  noSuchImagesHint: 'Choose another order, or fewer filters.',
  noMoreImages: 'No more images',
  keepLabel: 'Keep the label',
  takePrediction: 'Take the prediction',
};
