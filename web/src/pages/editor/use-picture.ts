import { useEffect, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { isAway } from '../../data/persist.ts';
import { openPicture, openThumbnail, type Picture } from '../../data/pictures.ts';

interface SeenPicture {
  picture: Picture | null;
  isWhole: boolean;
  isBroken: boolean;
}

/** Milliseconds until a picture is asked for again that could not be sent. */
const AGAIN = 3_000;
const NONE: SeenPicture = { picture: null, isWhole: false, isBroken: false };

/** The thumbnail at once, the whole picture as soon as it is here, at the same place. */
export function usePicture(dataset: string, { id, thumbnail }: ListedImage): SeenPicture {
  const [seen, setSeen] = useState(NONE);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const pictures: Picture[] = [];
    const show = (picture: Picture, isWhole: boolean) => {
      pictures.push(picture);
      if (signal.aborted) return picture.close();
      setSeen((before) => (before.isWhole ? before : { picture, isWhole, isBroken: false }));
    };
    if (thumbnail)
      openThumbnail(thumbnail).then(
        (picture) => show(picture, false),
        () => {},
      );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      openPicture(dataset, id, signal).then(
        (picture) => show(picture, true),
        (error: unknown) => {
          if (signal.aborted) return;
          // A fetch without an answer is a TypeError: the storage is away, and comes back.
          const comesBack = isAway(error) || error instanceof TypeError;
          setSeen((before) => ({ ...before, isBroken: !comesBack }));
          if (comesBack) timer = setTimeout(open, AGAIN);
        },
      );
    };
    setSeen(NONE);
    open();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      for (const picture of pictures) picture.close();
    };
  }, [dataset, id, thumbnail]);
  return seen;
}
