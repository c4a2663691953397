import { isDeepStrictEqual } from 'node:util';
import { type ClassVerdict, decide } from '../../../../../packages/look/src/acceptance.ts';
import { permitPerson } from '../../../common/access/permit-maker.ts';
import { acceptances } from '../../../common/adapters/firestore/records/acceptances.ts';
import { datasets } from '../../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { HttpError } from '../../../common/errors.ts';
import { isId } from '../../../common/ids.ts';
import type { ImageChange } from '../../../common/images/curate-ports.ts';
import type { Job } from '../../../common/jobs/job.ts';
import type { Kind } from '../../../common/jobs/kind.ts';
import type { Dataset } from '../../../common/model.ts';
import type { Acceptance, Progress, ReviewedImage } from '../../../common/runs/acceptance-ports.ts';
import { changeInSteps } from '../../curate/change-in-steps.ts';
import { startWork } from '../../job/start-work.ts';
import { answersOf } from './candidates.ts';
import { type Accepting, findAcceptance, giving, readPages, requireFound } from './find-acceptance.ts';

/**
 * Takes what a person says of the sample, and, if enough is right, gives all images of the acceptance their class (Contract 15), by
 * a job. An image that has changed since the acceptance was made stays as it is.
 * @throws HttpError `dataset not found`, `forbidden`, `acceptance not found`, `acceptance refused`, `acceptance closed`,
 *   `tag not found`, `bad parameter`, `jobs enough`
 */
export async function reviewAcceptance({
  reviewed,
  ...input
}: Accepting & { reviewed: readonly ReviewedImage[] }): Promise<Job> {
  const asked = await findAcceptance(input);
  const { dataset, found } = asked;
  permitPerson(input.caller);
  const answers = answersOf(found.sample, reviewed);
  requireEnough(answers, found);
  const isUnderWay = found.progress.state !== 'open';
  if (!isUnderWay) await requireTags(answers, dataset);
  requireOpen(found.progress, answers);
  return startWork(acceptances, { kind: 'accept', ...input, ...asked, isUnderWay }, (progress) => {
    requireOpen(progress, answers);
    return { state: 'accepted', reviewed: answers };
  });
}

/** `accepted`: images that have got their class; `stale`: those that had changed. */
export const acceptJob: Kind = {
  async work(doing) {
    const { dataset, job, signal } = doing;
    const found = await requireFound(dataset.id, job);
    const { reviewed } = found.progress;
    const others = await readPages(dataset.id, found.others, { objects, signal });
    const pages = [ownChanges(reviewed, found), ...others.map((page) => giving(found, page))];
    const counts = await changeInSteps(doing, {
      isPerson: true,
      total: pages.flat().length,
      pageOf: async (page) => pages[page] ?? null,
      beside: (batch, { done: accepted }, page) => {
        const counts = page === 0 ? { accepted, sampled: accepted } : { accepted };
        return acceptances.note(batch, dataset.id, found.id, { state: 'accepted', ...counts });
      },
    });
    if (counts === null) return null;
    const { done: accepted, stale, invalid } = counts;
    return { result: { classes: requireEnough(reviewed, found), accepted, stale: stale + invalid } };
  },
};

/** What the review shows of a class. */
interface ShownVerdict extends Omit<ClassVerdict, 'isEnough'> {
  tag: string;
}

/** @throws HttpError `acceptance refused` with the figures */
export function requireEnough(
  answers: readonly ReviewedImage[],
  { sample, classes, precision }: Pick<Acceptance, 'sample' | 'classes' | 'precision'>,
): ShownVerdict[] {
  const labels = new Map(classes.map(({ tag }, label) => [tag, label]));
  const reviewed = answers.map(({ correct, tag }, at) => {
    const label = labels.get(sample[at]!.tag)!;
    return { label, isCorrect: correct, truth: correct ? label : (labels.get(tag ?? '') ?? null) };
  });
  const verdicts = decide(classes, reviewed, precision);
  const shown = verdicts.map(({ isEnough: _, ...each }, label) => ({ tag: classes[label]!.tag, ...each }));
  const failed = verdicts.findIndex(({ isEnough }) => !isEnough);
  if (failed < 0) return shown;
  const reason = flawOf(shown[failed]!, precision);
  throw new HttpError('acceptance refused', { precision, classes: shown, reason });
}

function flawOf({ tag, bound, lostAtMost, known }: ShownVerdict, precision: number): string {
  if (bound === null || bound >= precision)
    return `up to ${lostAtMost} of ${tag} may get another class, and ${known} of it are known: label more of it`;
  // Down, because 94.97 % are not 95.
  const [least, asked] = [Math.floor(bound * 1000) / 10, Math.round(precision * 1000) / 10];
  return `of what is called ${tag}, at least ${least} % is right, not ${asked} %`;
}

async function requireTags(answers: readonly ReviewedImage[], dataset: Dataset): Promise<void> {
  for (const tag of new Set(answers.map((each) => each.tag)))
    if (tag !== null && !(isId(tag) && (await datasets.resolveTag(dataset, tag))))
      throw new HttpError('tag not found', { id: tag });
}

/** @throws HttpError `acceptance closed` */
function requireOpen({ state, reviewed }: Progress, answers: readonly ReviewedImage[]): void {
  const closed = (reason: string) => new HttpError('acceptance closed', { reason });
  if (state === 'undone') throw closed('it was undone');
  if (state === 'accepted' && !isDeepStrictEqual(reviewed, answers))
    throw closed('its sample was reviewed otherwise');
}

/** What the person has said of the sample are labels of their own. */
const ownChanges = (answers: readonly ReviewedImage[], { id, sample }: Acceptance): ImageChange[] =>
  answers.flatMap(({ image, revision: seen, correct, tag: other }, at) => {
    const tag = correct ? sample[at]!.tag : other;
    return tag === null ? [] : [{ image, seen, tag, change: id }];
  });
