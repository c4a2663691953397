import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import { useStore } from '../../data/live/store.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import type { PredictedSource, Prediction } from '../../data/runs/run-images.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { keepFocus } from '../../ui/frame/keep-focus.ts';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { ClassChoice } from '../review/class-choice.tsx';
import { Elsewhere } from '../review/elsewhere.tsx';
import look from '../review/review.module.css';
import { Strip } from '../review/strip.tsx';
import { useDeciding } from '../review/use-queue.ts';
import { Facts } from '../viewer/facts.tsx';
import { Picture } from '../viewer/picture.tsx';
import { type DeskWords, deskCommands, previousCommand } from './desk-commands.ts';
import { shownPredictions, wordsOf } from './judged-words.ts';
import styles from './judging.module.css';
import { useDeskQueue } from './use-desk-queue.ts';

interface DeskProps {
  dataset: Dataset;
  source: PredictedSource;
  /** Id of the first image, where somebody has opened it. */
  first?: string | undefined;
  /** When this was predicted, Unix milliseconds: labels that somebody has looked at again since then are left out. */
  since: number;
  words: DeskWords;
  /** Predictions with a lower score are not shown. */
  minScore?: number | undefined;
  /** Number of the run that predicts: the editor shows it too. */
  run?: number;
  onClose: () => void;
}

/** One image after the other, as large as possible, what people say beside what is predicted. */
export function Desk({ dataset, source, first, since, words, minScore, run, onClose }: DeskProps) {
  const text = useText();
  const queue = useDeskQueue(dataset, source, first, since);
  const decide = useDeciding(dataset.id, queue);
  const { images, at, isWhole, elsewhere, error } = useStore(queue.store);
  const image = images[at];
  const predictions = useMemo(
    () => shownPredictions((image && source.predictions.get(image.id)) ?? [], minScore),
    [source, image, minScore],
  );
  if (image)
    return (
      <Judging
        {...{ dataset, image, images, at, words, predictions, decide, onClose }}
        run={run}
        onGo={(to) => queue.go(to)}
      />
    );
  if (error)
    return (
      <Placeholder title={text.couldNotLoad} hint={reasonOf(error, text)}>
        <Button onPress={() => void queue.fill()}>{text.retry}</Button>
      </Placeholder>
    );
  if (!isWhole) return <Outline of="review" />;
  if (elsewhere > 0) return <Elsewhere count={elsewhere} onIgnore={() => void queue.ignoreOthers()} />;
  return <Done onBack={() => queue.go(at - 1)} onClose={onClose} />;
}

/** At the end, the last decision can still be undone. */
function Done({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const text = useText();
  const [undo, redo] = undoCommands(text);
  useCommands([undo, redo, previousCommand(text, onBack)]);
  return (
    <Placeholder icon={<CheckIcon size={40} />} title={text.models.noMoreImages}>
      <Button onPress={onClose}>{text.models.showTiles}</Button>
      <CommandButton of={undo} />
    </Placeholder>
  );
}

interface JudgingProps {
  dataset: Dataset;
  run: number | undefined;
  image: ListedImage;
  images: readonly ListedImage[];
  at: number;
  words: DeskWords;
  predictions: readonly Prediction[];
  decide: ReturnType<typeof useDeciding>;
  onGo: (at: number) => void;
  onClose: () => void;
}

function Judging(props: JudgingProps) {
  const { dataset, image, images, at, words, predictions, decide, run, onGo, onClose } = props;
  const text = useText();
  const { language } = useLanguage();
  const [, go] = useLocation();
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const { buttons, classes, others } = deskCommands(
    {
      ...{ dataset, image, words, predictions, keys, decide, onClose },
      move: (by) => onGo(at + by),
      onEdit: () => go(addresses.image(dataset.id, image.id, run)),
      onSimilar: () => go(addresses.similar(dataset.id, image.id)),
    },
    text,
  );
  useCommands([...classes, ...buttons, ...others]);
  const nameOf = nameIn(dataset.tags);
  const { label } = wordsOf(image, predictions, { text, language, nameOf });
  return (
    <div className={look.desk}>
      <Picture dataset={dataset} image={image} predictions={predictions} />
      <Strip images={images} at={at} onGo={onGo} onMouseDownCapture={keepFocus} />
      <aside className={look.side} onMouseDownCapture={keepFocus}>
        <Facts image={image} />
        <dl className={styles.words}>
          <dt>{text.models.label}</dt>
          <dd>
            {label}
            {image.checked && <span className="secondary"> · {text.checked}</span>}
          </dd>
          <dt>{words.predicted}</dt>
          {predictions.length === 0 && <dd>{text.models.nothing}</dd>}
          {predictions.map(({ tag, score }, index) => (
            <dd key={index} className={styles.said}>
              <span>{nameOf(tag)}</span>
              <span className="tabular">{percent(language, score)}</span>
            </dd>
          ))}
        </dl>
        {classes.length > 0 && <ClassChoice classes={classes} current={image.tag} />}
        <div className={look.actions}>
          {buttons.map((each, index) => (
            <CommandButton key={each.label} of={each} {...(index === 0 && { look: 'primary' as const })} />
          ))}
        </div>
      </aside>
    </div>
  );
}
