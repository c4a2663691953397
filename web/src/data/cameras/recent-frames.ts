/** The latest frames of a monitor that are stored in a dataset. Each is read once, however often new ones are asked for. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { service } from '../service.ts';
import { isUploaded } from '../uploads/upload-monitor.ts';

/** Frames that are kept. */
const KEPT = 30;
/** Milliseconds between two questions for new frames, however fast the camera sends. */
const PAUSE = 3_000;

/**
 * Newest first; undefined until they are read.
 * @param newest id of the latest frame of the live state: a new one is a reason to ask
 */
export function useRecentFrames(
  monitor: string,
  dataset: string,
  newest: string | undefined,
): readonly ListedImage[] | undefined {
  const known = useRef<readonly ListedImage[]>([]);
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['recent', dataset, monitor],
    queryFn: async () => {
      const from = known.current[0]?.date;
      const { images } = await service()
        .datasets(dataset)
        .images.list({ monitor, ...(from !== undefined && { from }), limit: KEPT, thumbnails: true });
      // What people upload is no frame of the camera.
      const sent = images.filter(({ session }) => !isUploaded(monitor, session));
      known.current = newestOf(sent, known.current);
      return known.current;
    },
  });
  const updated = useRef(dataUpdatedAt);
  updated.current = dataUpdatedAt;
  useEffect(() => {
    if (newest === undefined || known.current.some(({ id }) => id === newest)) return;
    const timer = setTimeout(() => void refetch(), updated.current + PAUSE - Date.now());
    return () => clearTimeout(timer);
  }, [newest, refetch]);
  return data;
}

function newestOf(read: readonly ListedImage[], known: readonly ListedImage[]): ListedImage[] {
  const all = new Map([...known, ...read].map((image) => [image.id, image]));
  return [...all.values()].sort((a, b) => b.date - a.date).slice(0, KEPT);
}
