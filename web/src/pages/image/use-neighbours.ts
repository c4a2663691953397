import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { addresses } from '../../app/places/addresses.ts';
import { usePageCheck } from '../../app/places/page-check.ts';
import { useQueryState } from '../../app/places/query-state.ts';
import { showError } from '../../app/state/undo-history.ts';
import { type Neighbours, neighboursOf } from '../../data/images/neighbours.ts';
import { prefetch } from '../../data/images/prefetch.ts';
import { useText } from '../../text/use-text.tsx';
import { FILTER_NAMES, OLDEST, toImageFilter } from '../dataset/filter.ts';
import { stepTo } from './step-to.ts';

/**
 * The images before and after the open one, in the list from which it was opened.
 * @param say shows that there are no more
 */
export function useNeighbours(
  say: (words: string) => void,
  dataset: string,
  image: Pick<ListedImage, 'id' | 'date'>,
) {
  const text = useText();
  const [state] = useQueryState(FILTER_NAMES);
  const [{ order }] = useQueryState(['order']);
  const filter = useMemo(() => toImageFilter(state), [state]);
  const createPageCheck = usePageCheck();
  const known = useRef<Promise<Neighbours> | null>(null);
  useEffect(() => {
    const asked = neighboursOf(dataset, { id: image.id, date: image.date }, filter).then(
      ({ previous, next }) => (order === OLDEST ? { previous: next, next: previous } : { previous, next }),
    );
    known.current = asked;
    let end = () => {};
    let isOver = false;
    asked.then(
      ({ next, previous }) => {
        if (!isOver)
          end = prefetch(
            dataset,
            [previous, next].flatMap((each) => each ?? []),
          );
      },
      // `go` shows the error.
      () => {},
    );
    return () => {
      isOver = true;
      end();
    };
  }, [dataset, image.id, image.date, filter, order]);
  const open = useOpen(dataset);
  const isAt = (id: string) => location.pathname === addresses.image(dataset, id);
  const go = (which: keyof Neighbours) =>
    void stepTo(which, known.current, {
      isHere: createPageCheck(),
      // An earlier step may have gone to a neighbour already, which is still being read: the other way leads back here.
      open: (id) => isAt(id) || open(isAt(image.id) ? id : image.id),
      end: () => (isAt(image.id) ? say(text.editor.noMoreImages) : open(image.id)),
      failed: (error) => showError(error, text),
    });
  return { open, next: () => go('next'), previous: () => go('previous') };
}

/** Opens an image with the same filter, in place of the one that is open: Back goes to the list. */
function useOpen(dataset: string) {
  const [, navigate] = useLocation();
  const search = useSearch();
  return useCallback(
    (id: string) =>
      navigate(`${addresses.image(dataset, id)}${search === '' ? '' : `?${search}`}`, { replace: true }),
    [navigate, dataset, search],
  );
}
