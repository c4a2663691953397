import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../../app/places/addresses.ts';
import { type GridPlace, noteOpened, placeText, startOf } from '../../../app/places/grid-place.ts';
import { useQueryState } from '../../../app/places/query-state.ts';

const NAMES = ['at'] as const;

/** Where the grid begins, what it says of where it is, and what opens an image with the filter of the page. */
export function useGridPlace(dataset: string) {
  const [{ at }, change] = useQueryState(NAMES);
  const [start] = useState(() => startOf(dataset, at));
  const [, go] = useLocation();
  const onStay = (place: GridPlace | null) => {
    const next = place ? placeText(place) : undefined;
    if (next !== at) change({ at: next }, { replace: true });
  };
  const open = (id: string) => {
    const query = new URLSearchParams(location.search);
    query.delete('at');
    go(`${addresses.image(dataset, id)}${query.size > 0 ? `?${query}` : ''}`);
  };
  const onOpen = (place: GridPlace) => {
    // Back leads to it.
    onStay(place);
    noteOpened(dataset, place);
    open(place.id);
  };
  return { start, onStay, onOpen, open };
}
