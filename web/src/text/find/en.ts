import { plural } from '../plural.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });

/** Texts about finding images by what they look like. */
export const find = {
  title: 'Find',
  kind: 'What to find',
  kinds: {
    wrong: 'Probably wrong labels',
    duplicates: 'Near copies',
    outliers: 'Outliers',
    unusual: 'Most unusual',
    similar: 'Similar images',
  },
  hints: {
    wrong: 'The other labels speak for another class. What is most in doubt comes first.',
    duplicates:
      'Pictures of the same thing: shifted, turned, cropped, of another size or brightness. The largest groups come first.',
    outliers:
      'What looks least like anything else comes first: a dark frame, a strange part, a wrong camera.',
    unusual: 'Images that nobody has labelled. What is farthest from the good ones comes first.',
    similar: 'What looks most like it comes first.',
  },
  none: {
    wrong: 'No label is in doubt',
    duplicates: 'No near copies',
    outliers: 'No images',
    unusual: 'Every image is labelled',
    similar: 'No other images',
  },
  awaiting: {
    wrong: 'Comparing labels with pictures…',
    duplicates: 'Comparing each picture with the others. With many images this takes a minute…',
    outliers: 'Comparing pictures…',
    unusual: 'Comparing pictures with the good ones…',
    similar: 'Comparing pictures…',
  },
  refused: 'This cannot be found here yet',
  refusedHints: {
    wrong: 'There are too few labels: at least two classes need images from two different moments.',
    duplicates: 'Near copies are found among at most 20,000 images, and this dataset has more.',
    outliers: 'The pictures have to be looked at first.',
    unusual: 'At least 5 images must be labelled as good. Thirty are a good beginning.',
    similar: 'This picture has not been looked at yet.',
  },
  off: 'The pictures have not been looked at yet',
  offHint:
    'Images are found by what they look like. For that, the service looks at each picture once. No model is needed, and no picture leaves this project.',
  offViewer: 'An editor of this dataset can have them looked at.',
  empty: 'There are no images yet',
  begin: 'Look at the pictures',
  lacks: (value: number) =>
    `${count('picture has', 'pictures have')(value)} not been looked at yet, and cannot be found here.`,
  similarTo: 'Similar to',
  again: 'Find again',
  good: 'Good images are',

  copies: count('near copy', 'near copies'),
  mixed: 'Their classes differ.',
  toKeep: (copies: string) => `Which of ${copies} to keep`,
  keepOne: 'Keep one',
  keepThis: 'Keep this one',
  showLarge: 'Show large',
  keepOneOfEach: (groups: number) => `Keep one of each: ${count('group', 'groups')(groups)}`,
  nextGroup: 'Next group',
  previousGroup: 'Previous group',
  keepHint: 'The others go to the trash. What somebody has labelled is proposed, else the oldest.',

  instead: 'The others say',
  takeOther: 'Take the other class',
  images: 'Found images',
};
