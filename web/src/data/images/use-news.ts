import { useEffect, useState } from 'react';
import { type ImageNews, onImageNews } from './image-bus.ts';

const NONE: ImageNews = new Map();

/** What has changed of the dataset's images since the calling component was mounted. */
export function useNews(dataset: string): ImageNews {
  const [news, setNews] = useState(NONE);
  useEffect(
    () => onImageNews(dataset, (more) => setNews((before) => new Map([...before, ...more]))),
    [dataset],
  );
  return news;
}
