import { useEffect, useState } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { openPicture, openThumbnail, type Picture } from '../../../data/images/pictures.ts';
import { isAway } from '../../../data/persist.ts';

interface ShownPicture {
  picture: Picture | null;
  isWhole: boolean;
  isBroken: boolean;
}

/** Milliseconds until a picture that could not be loaded is requested again. */
const RETRY_AFTER = 3_000;
const NONE: ShownPicture = { picture: null, isWhole: false, isBroken: false };

/** The thumbnail at once, and the original as soon as it is loaded. */
export function usePicture(dataset: string, { id, thumbnail }: ListedImage): ShownPicture {
  const [shown, setShown] = useState(NONE);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const pictures: Picture[] = [];
    const show = (picture: Picture, isWhole: boolean) => {
      pictures.push(picture);
      if (signal.aborted) return picture.close();
      setShown((before) => (before.isWhole ? before : { picture, isWhole, isBroken: false }));
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
          // A fetch that gets no answer throws a TypeError: Storage cannot be reached at the moment.
          const mayPass = isAway(error) || error instanceof TypeError;
          setShown((before) => ({ ...before, isBroken: !mayPass }));
          if (mayPass) timer = setTimeout(open, RETRY_AFTER);
        },
      );
    };
    setShown(NONE);
    open();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      for (const picture of pictures) picture.close();
    };
  }, [dataset, id, thumbnail]);
  return shown;
}
