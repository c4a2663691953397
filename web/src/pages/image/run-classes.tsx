import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useCommands } from '../../app/use-commands.ts';
import type { Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useReadyRuns } from '../../data/runs/other-runs.ts';
import { type Prediction, usePredictions } from '../../data/runs/run-images.ts';
import { useText } from '../../text/use-text.tsx';
import own from '../editor/predicted/predicted.module.css';
import { Row } from '../editor/predicted/row.tsx';
import { takeClassCommand } from '../viewer/commands.ts';
import { RunChoice } from './run-choice.tsx';
import { useRunNumber } from './use-run.ts';

interface RunClassesProps {
  dataset: Dataset;
  image: ListedImage;
  /** Null for those who may not edit. */
  judge: ((judgement: Judgement) => void) | null;
}

/** What a model takes the image for. Taking one gives the image this class, and can be undone. */
export function RunClasses({ dataset: { id, tags }, image, judge }: RunClassesProps) {
  const { editor: words } = useText();
  const runs = useReadyRuns(id);
  const [run, choose] = useRunNumber();
  const { data, error, refetch } = usePredictions(id, run, image.id);
  const classes = run === null ? [] : classesOf(data ?? [], tags);
  const text = useText();
  const take = judge && ((tag: string) => tag !== image.tag && judge({ tag }));
  const [first] = classes;
  const surest = take && first && first.tag !== image.tag ? () => take(first.tag) : null;
  useCommands(take && classes.length > 0 ? [takeClassCommand(surest, text)] : []);
  if (runs.length === 0 && run === null) return null;
  return (
    <section className={own.predicted} aria-label={words.predictions}>
      <RunChoice dataset={id} run={run} onChoose={choose} error={error} onRetry={() => void refetch()} />
      <ul className={own.list}>
        {classes.map(({ tag, score }) => (
          <li key={tag}>
            <Row
              {...{ score }}
              look={tags.find((each) => each.id === tag)}
              kind="class"
              isPointed={false}
              isHere={tag === image.tag}
              onTake={take && (() => take(tag))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is predicted of a whole image, the surest first, without classes that were deleted. */
const classesOf = (predictions: readonly Prediction[], tags: Dataset['tags']): Prediction[] =>
  predictions
    .filter(({ tag, box, rle }) => !box && !rle && tags.some(({ id }) => id === tag))
    .toSorted((a, b) => b.score - a.score);
