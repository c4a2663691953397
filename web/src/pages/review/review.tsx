import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { ImageFilter } from '../../../../client/src/curate/records.ts';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { Place, PlaceName } from '../../app/places/place.tsx';
import { useQueryState } from '../../app/places/query-state.ts';
import { WithDataset } from '../../app/places/with-record.tsx';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import { hasMarks, isUnlabelled } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { QueueState } from '../../data/review-queue.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { FILTER_NAMES, isFiltered, toImageFilter } from '../dataset/filter.ts';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { backCommand } from './commands.ts';
import { Desk } from './desk.tsx';
import { doneWords } from './done-words.ts';
import { Elsewhere } from './elsewhere.tsx';
import { Progress } from './progress.tsx';
import { useReview } from './use-review.ts';

export const Review = ({ id }: { id: string }) => (
  <WithDataset id={id} needs="editor">
    {(dataset) => <ReviewPage dataset={dataset} />}
  </WithDataset>
);

/** Loaded when it is first opened, like the editor's own page. */
const ReviewEditor = lazy(async () => ({
  default: (await import('../editor/review-editor.tsx')).ReviewEditor,
}));

/** Shows the images in the set REVIEW, or those that match the filters in the address. */
function ReviewPage({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const [state] = useQueryState(FILTER_NAMES);
  const filter = useMemo(
    (): ImageFilter => (isFiltered(state) ? toImageFilter(state) : { set: 'REVIEW' }),
    [state],
  );
  const review = useReview(dataset.id, filter);
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const { image, isWhole, elsewhere, error } = review;
  const [, go] = useLocation();
  const onSimilar = () => image && go(addresses.similar(dataset.id, image.id));
  const { isEditing, hasEditor, onEdit, decided, moves } = useEditing(dataset, review);
  return (
    <>
      <Place title={`${text.review}: ${dataset.name}`}>
        <PlaceName name={dataset.name} href={addresses.dataset(dataset.id)} />
        {image && <Progress {...review} />}
      </Place>
      {image && !isEditing && (
        <Desk {...{ dataset, keys, onEdit, onSimilar }} review={{ ...review, image }} />
      )}
      {hasEditor && (
        <Suspense fallback={<Outline of="editor" />}>
          <ReviewEditor
            dataset={dataset}
            image={isEditing && image ? image : null}
            moves={moves}
            onAccept={decided('accept')}
            onEmpty={decided('empty')}
          />
        </Suspense>
      )}
      {!image && !isWhole && !error && <Outline />}
      {!image && error && (
        <Placeholder title={text.couldNotLoad} hint={reasonOf(error, text)}>
          <Button onPress={() => void review.retry()}>{text.retry}</Button>
        </Placeholder>
      )}
      {!image && isWhole && elsewhere > 0 && (
        <Elsewhere count={elsewhere} onIgnore={() => void review.ignoreOthers()} />
      )}
      {!image && isWhole && elsewhere === 0 && (
        <Done
          {...{ dataset, ...review }}
          isLabelling={filter.labelled === false}
          onSkipped={() => void review.again()}
        />
      )}
    </>
  );
}

/** The filter of an address of the review, for the editor. */
function filterOf(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  query.delete('image');
  return query.size > 0 ? query : new URLSearchParams({ set: 'REVIEW' });
}

/** Boxes are corrected without leaving the review; other datasets open the editor's page. */
function useEditing({ id, type }: Dataset, { image, images, at, go, decide }: ReturnType<typeof useReview>) {
  const [, navigate] = useLocation();
  const [editing, setEditing] = useState(false);
  const [hasEditor, setHasEditor] = useState(false);
  const onEdit = () => {
    if (!image) return;
    // Masks have a page of their own.
    if (type !== 'imageObjectDetection')
      return navigate(`${addresses.image(id, image.id)}?${filterOf(location.search)}`);
    setHasEditor(true);
    setEditing(true);
  };
  const decided = (decision: 'accept' | 'empty') => (judged: string) => {
    const next = images[at + 1];
    // One that nobody has labelled needs the editor too.
    setEditing(next !== undefined && isUnlabelled(next));
    decide({ decision }, judged);
  };
  const moves = {
    next: () => at + 1 < images.length && go(at + 1),
    previous: () => at > 0 && go(at - 1),
    open: (wanted: string) => {
      const place = images.findIndex((each) => each.id === wanted);
      if (place >= 0) go(place);
    },
    close: () => setEditing(false),
  };
  return { isEditing: editing && image !== undefined, hasEditor, onEdit, decided, moves };
}

interface DoneProps extends Pick<QueueState, 'images' | 'judged'> {
  dataset: Dataset;
  isLabelling: boolean;
  onSkipped: () => void;
}

/** What was done, and what is next. */
function Done({ dataset, images, judged, isLabelling, onSkipped }: DoneProps) {
  const text = useText();
  const { id, type, reviewCounter, unlabelledCounter } = dataset;
  const skipped = images.length - judged;
  // The last decision can be undone too.
  useCommands([...undoCommands(text), backCommand(id, text)]);
  const hasMore = isLabelling ? reviewCounter > 0 : unlabelledCounter > 0;
  const mayLabelRest = unlabelledCounter > 0 && !hasMarks(type);
  return (
    <Placeholder
      icon={<CheckIcon size={40} />}
      title={doneWords({ judged, skipped, isLabelling }, text)}
      {...(images.length === 0 && !isLabelling && { hint: text.nothingToReviewHint })}
    >
      {skipped > 0 ? (
        <Button look="primary" onPress={onSkipped}>
          {text.showSkipped}
        </Button>
      ) : hasMore ? (
        <ButtonLink look="primary" href={isLabelling ? addresses.review(id) : addresses.unlabelled(id)}>
          {isLabelling ? text.toReview(reviewCounter) : text.labelImages(unlabelledCounter)}
        </ButtonLink>
      ) : (
        <ButtonLink look="primary" href={addresses.newVersion(id)}>
          {text.makeVersionOfIt}
        </ButtonLink>
      )}
      {mayLabelRest && <ButtonLink href={addresses.rest(id)}>{text.rest.title}</ButtonLink>}
      <ButtonLink href={addresses.dataset(id)}>{text.backToDataset}</ButtonLink>
    </Placeholder>
  );
}
