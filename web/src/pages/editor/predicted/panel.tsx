import { useDeferredValue } from 'react';
import type { PressEvent } from 'react-aria-components';
import { useCommands } from '../../../app/use-commands.ts';
import { useStore } from '../../../data/live/store.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { useReadyRuns } from '../../../data/runs/other-runs.ts';
import { useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CommandButton } from '../../../ui/form/command-button.tsx';
import { RunChoice } from '../../image/run-choice.tsx';
import { Share } from '../canvas/look.tsx';
import styles from '../editor.module.css';
import type { Offer } from '../model/drawing.ts';
import type { Editor } from '../model/editor.ts';
import type { Sheet } from '../model/sheet.ts';
import { predictedCommands } from './commands.ts';
import { isThere, shownOffers, takeOffers } from './offers.ts';
import own from './predicted.module.css';
import { Row } from './row.tsx';
import { usePredicted } from './use-predicted.ts';

interface PredictedProps {
  editor: Editor;
  dataset: Dataset;
  sheet: Sheet;
}

/** What a model predicts in the open image: chosen, from a score on, and taken one by one or all. */
export function Predicted({ editor, dataset, sheet }: PredictedProps) {
  const text = useText();
  const { editor: words } = text;
  const runs = useReadyRuns(dataset.id);
  const predicted = usePredicted(editor, dataset, sheet.image);
  const { run, choose, least, change, error, retry } = predicted;
  if (runs.length === 0 && run === null) return null;
  return (
    <section className={classNames(styles.suggestions, own.predicted)} aria-label={words.predictions}>
      <h2 className={styles.heading}>{words.predictions}</h2>
      <RunChoice dataset={dataset.id} run={run} onChoose={choose} error={error} onRetry={retry} />
      {run !== null && predicted.isRead && (
        <>
          <Share
            label={text.models.minScore}
            value={Math.round(100 * least)}
            least={0}
            most={100}
            onChange={(value) => change(value / 100)}
          />
          <Shown editor={editor} tags={dataset.tags} />
        </>
      )}
    </section>
  );
}

/** Rows of the list; the picture has them all. */
const ROWS = 40;

function Shown({ editor, tags }: { editor: Editor; tags: Dataset['tags'] }) {
  const { editor: words } = useText();
  // As with the list of annotations, the picture does not wait for the rows.
  const { offered, least, pointed, drawing } = useDeferredValue(useStore(editor.state));
  const { next, take, takeAll } = predictedCommands(editor);
  useCommands(editor.mayEdit ? [next, take, takeAll] : []);
  const all = offered.filter(({ run }) => run !== undefined);
  const shown = shownOffers({ offered: all, least });
  if (!drawing) return null;
  if (all.length === 0) return <p className={styles.hint}>{words.nothingPredicted}</p>;
  const looks = new Map(tags.map((tag) => [tag.id, tag]));
  return (
    <>
      <p className={`${styles.hint} tabular`}>{words.shownOf(shown.length, all.length)}</p>
      <ul className={own.list}>
        {shown.slice(0, ROWS).map((offer) => (
          <li key={offer.id}>
            <Row
              look={looks.get(offer.tag)}
              score={offer.score}
              kind={offer.bitmap ? 'painted' : 'mask'}
              isPointed={offer.id === pointed}
              isHere={isThere(offer, drawing)}
              // While it has the focus, the picture shows which one it is.
              onFocus={() => editor.showOffers({ pointed: offer.id })}
              onTake={editor.mayEdit ? takeOf(editor, offer) : null}
            />
          </li>
        ))}
      </ul>
      {shown.length > ROWS && <p className={styles.hint}>{words.moreShown(shown.length - ROWS)}</p>}
      {editor.mayEdit && <CommandButton of={takeAll} />}
    </>
  );
}

const takeOf = (editor: Editor, offer: Offer) => (event: PressEvent) => {
  focusNeighbour(event);
  takeOffers(editor, [offer]);
};

/** The row goes: the focus moves to the next one, after the last to the one before. */
function focusNeighbour({ target }: PressEvent): void {
  const row = target.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector('button')?.focus();
}
