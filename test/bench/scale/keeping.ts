/** What keeping images costs over three years, beside what their arrival costs. */
import { type Counts, FPS, MONTH, type Prices } from './figures.ts';
import { costOfMonth, priceOf, total } from './month.ts';
import { money, table } from './words.ts';

const MONTHS = 36;
/** Days of a month. */
const DAYS = MONTH / 86_400;
/** Autoclass leaves smaller objects in Standard, and takes no fee for them. */
const LEAST_CLASSED = 128 * 1024;

/** By age in months: where Autoclass has an object that nobody reads. */
const CLASSES: readonly [from: number, price: string][] = [
  [13, 'storageArchive'],
  [4, 'storageColdline'],
  [2, 'storageNearline'],
  [1, 'storageBytes'],
];

/** Of a dataset with retention, in days: unlabelled, in the trash, and soft deleted; and the share that people label. */
export const RETAINED = { unlabelled: 30, rejected: 7, softDeleted: 30, labelled: 0.02 };

/** Months, by age, that the images of each month are kept for until the end, if all are. */
const ages = Array.from({ length: MONTHS }, (_, at) => ({ age: at + 1, images: MONTHS - at }));
/** The same of all ages: a month's images times this is what is paid for. */
export const imageMonths = ages.reduce((sum, { images }) => sum + images, 0);

interface Kept {
  cameras: number;
  /** Of an original. */
  bytes: number;
}

const imagesOf = ({ cameras }: Pick<Kept, 'cameras'>): number => cameras * FPS * MONTH;

export const costOfRecords = (counts: Counts, prices: Prices, kept: Pick<Kept, 'cameras'>, months: number) =>
  priceOf(prices, 'firestoreStorage', imagesOf(kept) * bytesOf(counts) * months);

const bytesOf = ({ record }: Counts): number => record.document + record.index;

export const costOfStandard = (prices: Prices, kept: Kept, months: number): number =>
  priceOf(prices, 'storageBytes', imagesOf(kept) * kept.bytes * months);

export function costOfClasses(prices: Prices, kept: Kept): number {
  if (kept.bytes < LEAST_CLASSED) return costOfStandard(prices, kept, imageMonths);
  const bytes = ages.map(({ age, images }) => {
    const [, price] = CLASSES.find(([from]) => age >= from) as (typeof CLASSES)[number];
    return priceOf(prices, price, imagesOf(kept) * kept.bytes * images);
  });
  const fee = priceOf(prices, 'autoclass', imagesOf(kept) * imageMonths);
  return bytes.reduce((sum, each) => sum + each, fee);
}

/** Image-months of one month's images with retention. @param days that an unlabelled one is paid for */
const retainedMonths = (days: number): number =>
  (1 - RETAINED.labelled) * MONTHS * (days / DAYS) + RETAINED.labelled * imageMonths;

/** Each image that goes is written to the trash, deleted, and deleted there. */
export function costOfGoing(prices: Prices, kept: Pick<Kept, 'cameras'>): number {
  const gone = imagesOf(kept) * MONTHS * (1 - RETAINED.labelled);
  return priceOf(prices, 'firestoreWrite', gone) + priceOf(prices, 'firestoreDelete', 2 * gone);
}

export function keeping(counts: Counts, prices: Prices): string {
  const { unlabelled, rejected, softDeleted, labelled } = RETAINED;
  const trash = unlabelled + rejected;
  const small = counts.record.original;
  const row = (name: string, of: (cameras: number) => number): string[] => [
    name,
    ...[1, 100].map((cameras) => money(of(cameras))),
  ];
  const rows = [
    row('arriving', (cameras) => MONTHS * total(costOfMonth(counts, prices, cameras))),
    row('all is kept: records', (cameras) => costOfRecords(counts, prices, { cameras }, imageMonths)),
    row('originals of 58 kB', (cameras) => costOfClasses(prices, { cameras, bytes: small })),
    row('originals of 1 MB in Standard', (cameras) =>
      costOfStandard(prices, { cameras, bytes: 1e6 }, imageMonths),
    ),
    row('originals of 1 MB with Autoclass', (cameras) => costOfClasses(prices, { cameras, bytes: 1e6 })),
    row('with retention: records', (cameras) =>
      costOfRecords(counts, prices, { cameras }, retainedMonths(trash)),
    ),
    ...[small, 1e6].map((bytes) =>
      row(`originals of ${bytes === 1e6 ? '1 MB' : '58 kB'}`, (cameras) =>
        costOfStandard(prices, { cameras, bytes }, retainedMonths(trash + softDeleted)),
      ),
    ),
    row('putting away and deleting', (cameras) => costOfGoing(prices, { cameras })),
  ];
  return `## Keeping

Arriving is paid once, keeping each month again. Three years of ${FPS} frames a second around the clock:

${table(['', '1 camera', '100 cameras'], rows)}

The images of a month are kept for ${MONTHS} months, those of the next for ${MONTHS - 1}, and so on: ${MONTHS} × ${MONTHS + 1} / 2 = ${imageMonths} times a month's images, times bytes, times the price of a byte and month. So what does not go costs
${Math.round(imageMonths / MONTHS)} times its first month, each month in the mean, and twice that in the end.

- **Autoclass**, which [the set-up](deployment.md#set-up-a-project-once) switches on, moves what nobody reads to Nearline after 30 days, Coldline after 90 and Archive after 365, for a fee for each object; it leaves objects under 128 KiB in Standard. Reading moves an object back at no fee, so trainers can read all of it.
- **[Retention](../label/curation.md#images-that-nobody-labels)** is what helps: ${unlabelled} days for what nobody labels, ${rejected} in the trash, and ${softDeleted} of soft delete for its object, if people label ${labelled * 100} %. An image is then paid for ${trash} days (its original for ${trash + softDeleted}), and one that is labelled, in a version or in a run for ever.
- Records cost more than small originals, because a record with its thumbnail and indexes is ${Math.round(bytesOf(counts) / 1000)} kB at a price of 7.5 times. Archives, imports and runs' uploads go after one and seven days (\`rules/storage.lifecycle.json\`) and are then soft deleted for ${softDeleted} days as everything in the bucket, unless they have [one of their own](deployment.md#parameters).`;
}
