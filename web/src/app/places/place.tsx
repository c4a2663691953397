/** The bar at the top of every page. Each page sets its content. */
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-aria-components';
import { useTroubleCount } from '../../data/cameras/cameras.ts';
import { Store, useStore } from '../../data/live/store.ts';
import styles from './record-place.module.css';

const place = new Store<ReactNode>(null);

export const usePlace = (): ReactNode => useStore(place);

interface PlaceProps {
  title: string;
  children?: ReactNode;
}

/** Sets the content of the bar and the title of the browser tab while it is mounted. */
export function Place({ title, children }: PlaceProps) {
  useEffect(() => {
    place.set(children ?? <h1>{title}</h1>);
  }, [title, children]);
  useEffect(() => () => place.set(null), []);
  return <TabTitle title={title} />;
}

/** The name of a record, which leads to its main page from those below it. */
export const PlaceName = ({ name, href }: { name: string; href: string }) => (
  <h1>
    <Link href={href} className={styles.name ?? ''}>
      {name}
    </Link>
  </h1>
);

const PRODUCT = 'Sightline';

/** Sets only the title of the browser tab, for pages without a bar of their own. It begins with the number of cameras in trouble. */
export function TabTitle({ title }: Pick<PlaceProps, 'title'>) {
  const trouble = useTroubleCount();
  useEffect(() => {
    const words = title === PRODUCT ? title : `${title} · ${PRODUCT}`;
    document.title = trouble > 0 ? `(${trouble}) ${words}` : words;
  }, [title, trouble]);
  // Until the next page has one of its own.
  useEffect(
    () => () => {
      document.title = PRODUCT;
    },
    [],
  );
  return null;
}
