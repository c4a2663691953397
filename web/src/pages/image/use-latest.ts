import { useEffect, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { onImageNews } from '../../data/images/image-bus.ts';

/** The open image as it is now: it may be judged, or that undone, while it is open. */
export function useLatest(dataset: string, image: ListedImage): ListedImage {
  const [latest, setLatest] = useState(image);
  useEffect(() => {
    setLatest(image);
    return onImageNews(dataset, (news) => {
      const now = news.get(image.id);
      if (now) setLatest(now);
    });
  }, [dataset, image]);
  return latest;
}
