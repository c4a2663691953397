/** An acceptance with its images in memory, where each page is a commit. */
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { ImageChange, ImageOutcome, Judgement } from '../../functions/src/common/images/curate-ports.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import type {
  Acceptance,
  Progress,
  ReviewedImage,
} from '../../functions/src/common/runs/acceptance-ports.ts';
import type { AcceptancePorts } from '../../functions/src/dataset/suggest/accept/find-acceptance.ts';
import { reviewAcceptance } from '../../functions/src/dataset/suggest/accept/review-acceptance.ts';
import { undoAcceptance } from '../../functions/src/dataset/suggest/accept/undo-acceptance.ts';
import { datasetRecord, tag } from './dataset-record.ts';
import { imageRecord } from './image-record.ts';
import { caller } from './memory-versions.ts';

/** Of the same realm, unlike what structuredClone gives a test. */
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const idOf = (at: number) => `i${String(at).padStart(5, '0')}`;

export class MemoryAcceptance {
  readonly records = new Map<string, ImageRecord>();
  readonly acceptance: Acceptance;
  /** Called before and after a page is written. */
  beforeCommit = async (): Promise<void> => {};
  afterCommit = async (): Promise<void> => {};
  readonly #others: string;

  /** @param count images of one class, of which the first ones are the sample */
  constructor(count: number, sampled: number) {
    const images = Array.from({ length: count }, (_, at) => ({
      image: idOf(at),
      tag: 'a',
      score: 0.9,
      revision: 0,
    }));
    for (const { image } of images) this.records.set(image, imageRecord({ id: image, dataset: 'd' }));
    this.#others = JSON.stringify(
      images.slice(sampled).map(({ image, tag, revision }) => [image, tag, revision]),
    );
    this.acceptance = {
      ...{
        id: 'x',
        run: 1,
        name: 'Suggestions',
        threshold: 0.5,
        tags: null,
        precision: 0.95,
        others: 'hash',
        by: '',
      },
      ...{ suggestions: count, sample: images.slice(0, sampled) },
      classes: [
        { tag: 'a', suggested: count, known: 20 },
        { tag: 'b', suggested: 0, known: 1000 },
      ],
      progress: { state: 'open', reviewed: [], pages: [], restored: [] },
    };
  }

  /** All of the sample is right. */
  get right(): ReviewedImage[] {
    return this.acceptance.sample.map(({ image }) => ({ image, revision: 0, correct: true, tag: null }));
  }

  review = (reviewed = this.right, seconds = 60) =>
    reviewAcceptance({ ...this.#target(seconds), reviewed }, this.#ports);
  undo = (seconds = 60) => undoAcceptance(this.#target(seconds), this.#ports);

  change(image: string, fields: Partial<ImageRecord>): void {
    const record = this.records.get(image) as ImageRecord;
    this.records.set(image, { ...record, revision: record.revision + 1, ...fields });
  }

  /** Images by what is known of their class. */
  get counts() {
    const all = [...this.records.values()];
    const count = (fits: (each: ImageRecord) => boolean) => all.filter(fits).length;
    return {
      checked: count(({ checked }) => checked),
      suggested: count(({ suggested }) => suggested !== undefined),
      none: count((each) => each.tag === null),
    };
  }

  #target(seconds: number) {
    return { dataset: 'd', acceptance: 'x', caller, seconds, signal: new AbortController().signal };
  }

  get #ports(): AcceptancePorts {
    const { acceptance } = this;
    const ports = {
      datasets: {
        find: async () => datasetRecord({ id: 'd', type: 'MULTICLASS', tags: [tag('a'), tag('b')] }),
        resolveTag: async (_: unknown, id: string) => (id === 'a' || id === 'b' ? id : undefined),
      },
      acceptances: {
        find: async (_: string, id: string) => (id === 'x' ? copyOf(acceptance) : null),
        step: async (_: string, __: string, from: Progress, to: Progress) => {
          if (!isDeepStrictEqual(acceptance.progress, from)) return false;
          acceptance.progress = copyOf(to);
          return true;
        },
      },
      objects: { read: () => Readable.from([Buffer.from(this.#others)]) },
      imageChanges: {
        parts: ({ length }: readonly ImageChange[]) => (length > 0 ? [{ from: 0, length }] : []),
        claim: async () => {},
        commit: async (_: unknown, changes: readonly ImageChange[], judge: Judging) => {
          await this.beforeCommit();
          const outcomes = changes.map((change, at) => this.#apply(change, at, judge));
          await this.afterCommit();
          return { outcomes, moved: [] };
        },
      },
      publisher: { note: async () => {} },
      settling: async () => ({}),
    };
    return ports as unknown as AcceptancePorts;
  }

  #apply({ image }: ImageChange, at: number, judge: Judging): ImageOutcome {
    const { outcome, after } = judge(this.records.get(image) ?? null, at);
    if (after) this.records.set(image, after);
    return outcome;
  }
}

type Judging = (record: ImageRecord | null, index: number) => Judgement;
