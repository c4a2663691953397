import type { ReactNode } from 'react';
import type { Paged } from '../../data/paged.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { useSeen } from '../../ui/frame/use-seen.ts';
import { ImagesIcon } from '../../ui/icons.tsx';
import tiles from '../../ui/picture-tiles.module.css';
import styles from './judging.module.css';

interface PagedListProps<T> {
  paged: Paged<T>;
  hint?: string;
  empty: { title: string; hint?: string };
  /** Said while the first page is awaited. */
  awaiting?: string;
  children: (images: readonly T[]) => ReactNode;
}

/** Images that are read page by page as one scrolls: outlines, an error, words that there are none, or the images. */
export function PagedList<T>({ paged, hint, empty, awaiting, children }: PagedListProps<T>) {
  const text = useText();
  const { images, error, isLoading, isLoadingMore, hasMore, loadMore, retry } = paged;
  const again = <Button onPress={retry}>{text.retry}</Button>;
  if (error && images.length === 0)
    return (
      <Placeholder title={text.couldNotLoad} hint={reasonOf(error, text)}>
        {again}
      </Placeholder>
    );
  if (isLoading) return <TileBones words={awaiting ?? `${text.loading}…`} />;
  if (images.length === 0 && !hasMore) return <Placeholder icon={<ImagesIcon size={40} />} {...empty} />;
  return (
    <div className={styles.tiles}>
      {hint && <p className="secondary">{hint}</p>}
      {children(images)}
      {error && (
        <p role="alert">
          {`${text.couldNotLoad}: ${reasonOf(error, text)}`} {again}
        </p>
      )}
      {isLoadingMore && <p role="status">{`${text.loading}…`}</p>}
      {hasMore && !isLoadingMore && !error && <More onPress={loadMore} />}
    </div>
  );
}

/** Reads on when it is seen, or pressed. */
function More({ onPress }: { onPress: () => void }) {
  const { showMore } = useText();
  const place = useSeen<HTMLDivElement>(onPress);
  return (
    <div ref={place}>
      <Button onPress={onPress}>{showMore}</Button>
    </div>
  );
}

const BONES = 18;

function TileBones({ words }: { words: string }) {
  return (
    <div className={styles.tiles}>
      <p className="secondary" role="status">
        {words}
      </p>
      <div className={classNames(tiles.grid, styles.bones)} aria-hidden="true">
        {Array.from({ length: BONES }, (_, at) => (
          <span key={at} className={tiles.tile} />
        ))}
      </div>
    </div>
  );
}
