import { useEffect, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { originalOf } from '../../data/images/originals.ts';
import { isAway } from '../../data/persist.ts';

/** Milliseconds until an original that could not be loaded is requested again. */
const RETRY_AFTER = 3_000;

/** The address of the original, once it is loaded. @param isThere whether it can be read */
export function useOriginal(
  image: ListedImage,
  isThere: boolean,
): { address: string | null; isBroken: boolean } {
  const [seen, setSeen] = useState<{ address: string | null; isBroken: boolean }>({
    address: null,
    isBroken: false,
  });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isThere) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    originalOf(image).then(
      (address) => !isOver && setSeen({ address, isBroken: false }),
      (error: unknown) => {
        if (isOver) return;
        setSeen({ address: null, isBroken: !isAway(error) });
        if (isAway(error)) timer = setTimeout(() => setTries((before) => before + 1), RETRY_AFTER);
      },
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [image, isThere, tries]);
  return seen;
}
