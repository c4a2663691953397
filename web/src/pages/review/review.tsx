import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { Place } from '../../app/places/place.tsx';
import { useQueryState } from '../../app/places/query-state.ts';
import { WithDataset } from '../../app/places/with-record.tsx';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import { hasMarks, isUnlabelled } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { FILTER_NAMES, isFiltered, toImageFilter } from '../dataset/filter.ts';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { Desk } from './desk.tsx';
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
    () => (isFiltered(state) ? toImageFilter(state) : { set: 'REVIEW' as const }),
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
        <h1>{dataset.name}</h1>
        <Progress {...review} />
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
      {!image && isWhole && elsewhere === 0 && <Done dataset={dataset} hasJudged={review.at > 0} />}
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

function Done({
  dataset: { id, type, unlabelledCounter },
  hasJudged,
}: {
  dataset: Dataset;
  hasJudged: boolean;
}) {
  const text = useText();
  // The last decision can be undone too.
  useCommands(undoCommands(text));
  return (
    <Placeholder
      icon={<CheckIcon size={40} />}
      title={hasJudged ? text.reviewDone : text.nothingToReview}
      hint={text.nothingToReviewHint}
    >
      <ButtonLink href={addresses.dataset(id)}>{text.backToDataset}</ButtonLink>
      {unlabelledCounter > 0 ? (
        <ButtonLink href={addresses.unlabelled(id)}>{text.reviewUnlabelled}</ButtonLink>
      ) : (
        <ButtonLink href={addresses.newVersion(id)}>{text.makeVersionOfIt}</ButtonLink>
      )}
      {!hasMarks(type) && <ButtonLink href={addresses.rest(id)}>{text.rest.title}</ButtonLink>}
    </Placeholder>
  );
}
