import { formatNumber } from '../plural.ts';
/** Texts of the review, and of an image that is open. */
export const review = {
  next: 'Next image',
  previous: 'Previous image',
  comingNext: 'Images to review',
  reviewed: (at: string, total: string) => `${at} of ${total}`,
  timeLeft: (minutes: string) => `about ${minutes} left`,
  didReview: (count: number) => `${formatNumber('en', count)} reviewed`,
  didLabel: (count: number) => `${formatNumber('en', count)} labelled`,
  didSkip: (count: number) => `${formatNumber('en', count)} skipped`,
  showSkipped: 'Show what was skipped',
  nothingToReview: 'Nothing to review',
  nothingToReviewHint: 'Images appear here when a camera or a person sends them to review.',
  backToDataset: 'Back to the dataset',
  restIsElsewhere: (images: string) => `${images} being reviewed by somebody else`,
  restIsElsewhereHint: 'Images that they leave undecided will appear here.',
  reviewAnyway: 'Review them anyway',
  pictureMissing: 'The picture cannot be read.',
  withKey: (name: string, key?: string) => (key ? `${name}, key ${key.toUpperCase()}` : name),
  isCurrent: (name: string) => `${name}, current class`,
  changedByOthers: (name: string) => `${name} was skipped: changed by somebody else in the meantime`,
  acceptClass: (name: string) => `Accept ${name}`,
  classOfSelected: 'Class of a selected box or mask',
  keyNeedsSelection:
    'A class key changes a selected box or mask, and none is selected here: E opens the editor.',
};
