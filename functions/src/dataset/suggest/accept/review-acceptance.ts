import { isDeepStrictEqual } from 'node:util';
import { type ClassVerdict, decide } from '../../../../../packages/look/src/acceptance.ts';
import { permitPerson } from '../../../common/access/permit-maker.ts';
import { HttpError } from '../../../common/errors.ts';
import { isId } from '../../../common/ids.ts';
import type { ImageChange, ImageOutcome } from '../../../common/images/curate-ports.ts';
import type { Acceptance, Progress, ReviewedImage } from '../../../common/runs/acceptance-ports.ts';
import { changeImages } from '../../curate/change-images.ts';
import { doneIn, inPages, sumOf } from '../../curate/in-pages.ts';
import { requireDataset } from '../../require-dataset.ts';
import { answersOf } from './candidates.ts';
import {
  type AcceptancePorts,
  type Accepting,
  findAcceptance,
  giving,
  readPages,
  undoing,
} from './find-acceptance.ts';

/** `left`: images that the next call goes on with. */
interface Accepted {
  classes: readonly ShownVerdict[];
  accepted: number;
  stale: number;
  left: number;
}

/**
 * Takes what a person says of the sample, and, if enough is right, gives all images of the acceptance their class (Contract 15):
 * for some seconds, from where the last call with the same answers stopped. An image that has changed since the acceptance was
 * made stays as it is.
 * @throws HttpError `dataset not found`, `forbidden`, `acceptance not found`, `acceptance refused`, `acceptance closed`,
 *   `tag not found`, `bad parameter`
 */
export async function reviewAcceptance(
  { reviewed, ...input }: Accepting & { reviewed: readonly ReviewedImage[] },
  ports: AcceptancePorts,
): Promise<Accepted> {
  const found = await findAcceptance(input, ports);
  permitPerson(input.caller);
  const answers = answersOf(found.sample, reviewed);
  const classes = requireEnough(answers, found);
  if (found.progress.state === 'open') {
    await requireTags(answers, input, ports);
    const begun = { ...found.progress, state: 'accepted', reviewed: answers } as const;
    await ports.acceptances.step(input.dataset, found.id, found.progress, begun);
  }
  const reading = { objects: ports.objects, signal: input.signal };
  const others = await readPages(input.dataset, found.others, reading);
  const pages = [ownChanges(answers, found), ...others.map((page) => giving(found, page))];
  const { dataset, acceptance } = input;
  const goOn = async () => {
    const { progress } = await findAcceptance(input, ports);
    // Whoever has undone it may have passed the page after the last before that was written, also by a call that ended there.
    if (progress.state === 'undone') {
      const changes = undoing(found, others[progress.pages.length - 1] ?? []);
      await changeImages({ ...input, changes, requestKey: null }, ports);
    }
    return requireAccepted(progress, answers);
  };
  const progress = await inPages<Progress>(
    await goOn(),
    {
      next: async ({ pages: { length } }) => pages[length] ?? null,
      after: (before, outcomes) => ({ ...before, pages: [...before.pages, countOf(outcomes)] }),
      step: (from, to) => ports.acceptances.step(dataset, acceptance, from, to),
      overtaken: goOn,
    },
    input,
    ports,
  );
  return {
    classes,
    accepted: sumOf(progress.pages.map((page) => page.accepted)),
    stale: sumOf(progress.pages.map((page) => page.stale)),
    left: pages.slice(progress.pages.length).flat().length,
  };
}

/** What the review shows of a class. */
interface ShownVerdict extends Omit<ClassVerdict, 'isEnough'> {
  tag: string;
}

/** @throws HttpError `acceptance refused` with the figures */
function requireEnough(
  answers: readonly ReviewedImage[],
  { sample, classes, precision }: Acceptance,
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

async function requireTags(
  answers: readonly ReviewedImage[],
  input: Accepting,
  { datasets }: AcceptancePorts,
): Promise<void> {
  const dataset = await requireDataset(input, 'editor', datasets);
  for (const tag of new Set(answers.map((each) => each.tag)))
    if (tag !== null && !(isId(tag) && (await datasets.resolveTag(dataset, tag))))
      throw new HttpError('tag not found', { id: tag });
}

/** Whatever has happened since the answers were kept. */
function requireAccepted(progress: Progress, answers: readonly ReviewedImage[]): Progress {
  const closed = (reason: string) => new HttpError('acceptance closed', { reason });
  if (progress.state === 'undone') throw closed('it was undone');
  if (!isDeepStrictEqual(progress.reviewed, answers)) throw closed('its sample was reviewed otherwise');
  return progress;
}

/** What the person has said of the sample are labels of their own. */
const ownChanges = (answers: readonly ReviewedImage[], { id, sample }: Acceptance): ImageChange[] =>
  answers.flatMap(({ image, revision: seen, correct, tag: other }, at) => {
    const tag = correct ? sample[at]!.tag : other;
    return tag === null ? [] : [{ image, seen, tag, change: id }];
  });

const countOf = (outcomes: readonly ImageOutcome[]) => {
  const accepted = doneIn(outcomes);
  return { accepted, stale: outcomes.length - accepted };
};
