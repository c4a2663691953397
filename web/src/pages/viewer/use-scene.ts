import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { downloadMasks } from '../../data/images/mask-files.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import { useText } from '../../text/use-text.tsx';
import { maskWorker } from '../editor/mask/paint/jobs.ts';
import { readMasks } from '../editor/mask/read-masks.ts';
import { type Drawing, withId } from '../editor/model/drawing.ts';
import type { Size } from '../editor/model/geometry.ts';
import { offersOfRun } from '../editor/predicted/offers-of.ts';
import { looksOf } from '../judging/looks.ts';
import { Scene, type Shown } from './scene.ts';

interface Drawn {
  dataset: Dataset;
  image: ListedImage;
  size: Size;
  predictions: readonly Prediction[];
  isTrashed: boolean;
}

/** Paints what the record has, and what is predicted. @returns why its masks cannot be shown, if they cannot */
export function useScene(
  surface: RefObject<HTMLElement | null>,
  { dataset: { id, tags }, image, size: { width, height }, predictions, isTrashed }: Drawn,
  zoom: Pick<Shown, 'view' | 'screen'> | null,
): Error | null {
  const text = useText();
  const [scene, setScene] = useState<Scene | null>(null);
  useEffect(() => {
    if (!surface.current) return;
    const made = new Scene(surface.current);
    setScene(made);
    return () => made.close();
  }, [surface]);
  const { data: masks = null, error } = useMasks(id, isTrashed ? { ...image, masks: [] } : image, {
    width,
    height,
  });
  const looks = useMemo(() => looksOf({ tags }), [tags]);
  const drawing: Drawing = useMemo(
    () => ({ image: image.id, size: { width, height }, annotations: image.tags.map(withId), masks }),
    [image, width, height, masks],
  );
  const offers = useMemo(
    () => offersOfRun(0, predictions, { width, height }, new Set(looks.keys())),
    [predictions, width, height, looks],
  );
  // In the frame in which the picture moves.
  useLayoutEffect(() => {
    if (zoom) scene?.show({ ...zoom, drawing, offers, looks, text });
  });
  return error;
}

/** Those of one revision never change. */
const useMasks = (dataset: string, { id, revision, masks }: ListedImage, size: Size) =>
  useQuery({
    queryKey: ['masks', id, revision],
    queryFn: async () => {
      const download = (image: string) => downloadMasks(dataset, image);
      return readMasks(id, size, { work: maskWorker.work, download });
    },
    enabled: masks.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
