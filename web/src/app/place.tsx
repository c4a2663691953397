/** The bar at the top of every page. Each page sets its content. */
import { type ReactNode, useEffect } from 'react';
import { Store, useStore } from '../data/store.ts';

const place = new Store<ReactNode>(null);

export const usePlace = (): ReactNode => useStore(place);

const PRODUCT = 'Sightline';

/** Sets the content of the bar and the title of the browser tab while it is mounted. */
export function Place({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = title === PRODUCT ? title : `${title} · ${PRODUCT}`;
  }, [title]);
  // Until the next page has one of its own.
  useEffect(
    () => () => {
      document.title = PRODUCT;
    },
    [],
  );
  useEffect(() => {
    place.set(children ?? <h1>{title}</h1>);
  }, [title, children]);
  useEffect(() => () => place.set(null), []);
  return null;
}
