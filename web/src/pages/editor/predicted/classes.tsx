import { useCommands } from '../../../app/use-commands.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { nameIn } from '../../../data/records/tags.ts';
import type { Prediction } from '../../../data/runs/run-images.ts';
import { useText } from '../../../text/use-text.tsx';
import { useJudge } from '../../dataset/use-judge.ts';
import styles from '../editor.module.css';
import type { Sheet } from '../model/sheet.ts';
import { useLatest } from '../use-latest.ts';
import { takeClassCommand } from './commands.ts';
import own from './predicted.module.css';
import { Row } from './row.tsx';

interface ClassesProps {
  dataset: Dataset;
  sheet: Sheet;
  /** The surest first. */
  classes: readonly Prediction[];
  mayEdit: boolean;
}

/** What a model takes the whole image for, beside its class. Taking one gives the image this class, and can be undone. */
export function Classes({ dataset: { id, tags }, sheet, classes, mayEdit }: ClassesProps) {
  const text = useText();
  const image = useLatest(id, sheet.image);
  const nameOf = nameIn(tags);
  const judge = useJudge(id, nameOf);
  const take = async (tag: string): Promise<void> => {
    // What is drawn is saved first: the judgement needs the revision after that.
    await sheet.save();
    if (sheet.saving.get().kind !== 'saved' || tag === image.tag) return;
    const revision = Math.max(image.revision, sheet.seen);
    // Not accepted: annotations of a model that are open here stay what they are.
    await judge([{ ...image, revision }], { tag });
  };
  const [first] = classes;
  const command = takeClassCommand(
    first && first.tag !== image.tag ? () => void take(first.tag) : null,
    text,
  );
  useCommands(mayEdit ? [command] : []);
  const label = image.tag === null ? text.unlabelled : nameOf(image.tag);
  return (
    <>
      <p className={styles.hint}>{`${text.models.label}: ${label}`}</p>
      <ul className={own.list}>
        {classes.map(({ tag, score }) => (
          <li key={tag}>
            <Row
              {...{ score }}
              look={tags.find((each) => each.id === tag)}
              kind="class"
              isPointed={false}
              isHere={tag === image.tag}
              onTake={mayEdit ? () => void take(tag) : null}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
