import { formatNumber, plural } from '../plural.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });
const n = (value: number): string => formatNumber('en', value);
const images = count('image', 'images');

/** Texts about labelling the rest of a dataset from a few labels. */
export const rest = {
  title: 'Label the rest',
  hint: 'Label about twenty images of each class, from different moments. The class of all others is suggested by what their pictures look like; you check a part, and accept the rest at once.',
  private: 'No model is needed, and no picture leaves this project.',
  begin: 'Begin',
  notHere: 'Suggestions are for datasets whose images have one class',
  notHereHint: 'Images of this dataset have boxes, points or masks. Models can suggest these.',
  looking: 'Looking at the pictures',
  lookedAt: (done: number, all: number) => `${n(done)} of ${images(all)}`,
  suggesting: 'Suggesting classes',
  accepting: 'Labelling',
  undoing: 'Taking it back',
  stop: 'Stop',
  workHint: 'You can leave this page, but keep this tab open.',
  failed: 'This did not work',
  lacks: (value: number) =>
    `${count('picture has', 'pictures have')(value)} not been looked at yet, and ${value === 1 ? 'gets' : 'get'} no suggestion.`,
  look: 'Look at them',
  unreadable: (value: number) => `${count('picture', 'pictures')(value)} cannot be read.`,

  learned: 'What suggestions learn from',
  labelled: 'Labelled',
  ready: 'Enough',
  isEnough: 'Yes',
  isNotEnough: 'More would help',
  accuracy: (share: string) =>
    `Of these labels, ${share} would have been recognized if neither they nor what was taken with them had been labelled.`,
  tooFew: 'There are too few labels: at least two classes need images from two different moments.',
  labelSome: 'Label images',
  labelMore: (value: number) => `Label ${n(value)} that teach most`,
  noneTeach: 'Every image is labelled or in review',

  rest: 'The rest',
  isWhole: 'Every image is labelled.',
  unlabelled: (value: number) => `${images(value)} ${value === 1 ? 'is' : 'are'} not labelled.`,
  precision: 'Of 100 labels of each class, right at least',
  threshold: 'Suggestions that are sure to',
  any: 'Any degree',
  thresholdHint:
    'Less sure ones stay unlabelled. If you are more demanding here, fewer images are labelled, and more of them rightly.',
  toCheck: 'Suggest, and show what to check',
  leftOut: (names: string) =>
    `${names}: left out, because more labels are needed first. Images that look like these stay unlabelled.`,
  notWorthIt: (value: number) => `All ${n(value)} must be checked: labelling so few at once saves nothing.`,
  noneReady:
    'No class has enough labels yet, so the check may well refuse. More labels, from different moments, help.',

  checked: (done: number, all: number) => `${n(done)} of ${n(all)} checked`,
  isThis: (name: string) => `It is ${name}`,
  suggested: 'Suggested',
  said: 'You say',
  none: 'None of these',
  drop: 'Give up this check',
  dropHint: (value: number) => `What you have said of ${images(value)} is lost, and nothing is labelled.`,
  gone: 'This image is not here any more. Say “None of these”.',
  allChecked: (right: number, all: number) => `You agree with ${n(right)} of ${n(all)}`,
  allCheckedHint: (value: number) =>
    `If that is enough, ${images(value)} ${value === 1 ? 'gets its class' : 'get their class'} now. It can be taken back.`,
  accept: (value: number) => `Label ${images(value)}`,
  goBack: 'Look again',

  accepted: (value: number) => `${images(value)} ${value === 1 ? 'has its class' : 'have their class'} now`,
  bound: 'Each figure below is true in 95 of 100 such checks.',
  figures: 'What the check has shown',
  rightAtLeast: 'Right, at least',
  lostAtMost: 'Lost in other classes, at most',
  known: 'Labelled by people',
  stale: (value: number) =>
    `${images(value)} had changed since, and ${value === 1 ? 'was' : 'were'} left alone.`,
  marked: 'They count as labelled by a model until somebody checks them.',
  acceptedBefore: 'Labelled at once before',
  acceptedBeforeHint:
    'By anybody. Taken back, images are unlabelled again; what somebody has changed since stays.',
  labelledAtOnce: (value: number) => images(value),
  unreviewed: (value: number) => `${n(value)} that nobody has checked since`,
  isTakenBack: (value: number) => `taken back: ${n(value)} unlabelled again`,
  takeBack: 'Take all back',
  takenBack: (restored: number, changed: number) =>
    changed === 0
      ? `${images(restored)} unlabelled again`
      : `${images(restored)} unlabelled again; ${n(changed)} changed since stay`,
  showUnchecked: 'Show what nobody has checked',
  done: 'Done',
  refused: 'Not sure enough',
  refusedHint: (right: number, all: number) =>
    `You agreed with ${n(right)} of ${n(all)}. Too little is right of a class, or more of it may be lost than is known: see ✗. The rest was not labelled.`,
  kept: 'The images that you have checked have your labels. Suggestions learn from them next time.',
  again: 'Try again',
};
