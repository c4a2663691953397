/**
 * What a split says about promises that it could not keep (Contract 4). The console translates these sentences:
 * `web/src/text/de-warnings.ts` has a pattern for each.
 */

/** Why shares are missed: the end of a sentence about them. */
export const REASONS = {
  saved: () => 'images keep the sets that were saved before',
  groups: (groups: number) => `there ${groups === 1 ? 'is 1 group' : `are ${groups} groups`} of images only`,
  largest: (images: number) => `groups stay whole, and the largest has ${count(images, 'image')}`,
  few: () => 'there are too few images',
  mixed: () => 'its images have other labels too, or are too few',
};

/** `shares` is like `TRAIN 66.7, TEST 33.3, VALIDATION 0`, `asked` like `80, 10, 10`: both in percent. */
export const SENTENCES = {
  shares: (shares: string, asked: string, reason: string) =>
    `The sets have ${shares} percent of the images instead of ${asked}: ${reason}.`,
  label: (shares: string, label: string, asked: string, reason: string) =>
    `The sets have ${shares} percent of the images with label "${label}" instead of ${asked}: ${reason}.`,
  cut: (bursts: number, limit: number, places: number) =>
    `${bursts === 1 ? '1 burst has' : `${bursts} bursts have`} more images than a group may have for these shares (${limit}) and had to be cut: at ${count(places, 'place')} images that look alike are in different sets.`,
  saved: (labels: readonly string[]) =>
    `Images keep the sets that were saved before, which misses the shares of ${labels.length === 1 ? 'label' : 'labels'} ${someOf(labels.map((label) => `"${label}"`))}.`,
  /** Each label with the sets that it is not in. */
  missing: (labels: readonly (readonly [label: string, sets: readonly string[]])[], fewest: number) =>
    `${count(labels.length, 'label')} with fewer than ${fewest} groups of images could not be put into every set: ${someOf(labels.map(([label, sets]) => `"${label}" (not in ${sets.join(', ')})`))}.`,
  more: (warnings: number) =>
    `${warnings} more ${warnings === 1 ? 'warning is' : 'warnings are'} in the report.`,
};

/** Maximum number of labels in a sentence. */
const MOST_LABELS = 20;

const someOf = (labels: readonly string[]): string =>
  [...labels.slice(0, MOST_LABELS), ...(labels.length > MOST_LABELS ? ['...'] : [])].join(', ');

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
