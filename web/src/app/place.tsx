/** The bar says where one is: each page gives its own content. */
import { type ReactNode, useEffect } from 'react';
import { Store, useStore } from '../data/store.ts';

const place = new Store<ReactNode>(null);

export const usePlace = (): ReactNode => useStore(place);

/** Shown in the bar and in the title of the tab, for as long as the page is. */
export function Place({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = title === 'Sightline' ? title : `${title} · Sightline`;
  }, [title]);
  useEffect(() => {
    place.set(children ?? <h1>{title}</h1>);
  }, [title, children]);
  useEffect(() => () => place.set(null), []);
  return null;
}
