import { useMemo } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import { Annotations } from '../dataset/grid/annotations.tsx';
import type { ClassLook } from '../dataset/grid/outline.ts';
import styles from './judging.module.css';
import { pathOf } from './mask-shape.ts';

interface MarksProps {
  image: ListedImage;
  predictions: readonly Prediction[];
  looks: ReadonlyMap<string, ClassLook>;
}

/** Labels and predictions over a thumbnail, in the colors of their classes; what models say is dashed, and its masks see-through. */
export function Marks({ image, predictions, looks }: MarksProps) {
  const boxes = predictions.flatMap(({ tag, box }) => {
    const [x, y, w, h] = box ?? [];
    if (x === undefined || y === undefined || w === undefined || h === undefined) return [];
    return [{ type: 'rect' as const, labeled: 'inference' as const, tag, x, y, w, h }];
  });
  const masks = useMemo(() => predictions.flatMap(maskOf), [predictions]);
  return (
    <>
      {masks.map(({ tag, size, path }, at) => (
        <svg
          key={at}
          className={styles.mask}
          viewBox={`0 0 ${size[1]} ${size[0]}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={path} fill={looks.get(tag)?.color ?? 'white'} />
        </svg>
      ))}
      <Annotations image={{ ...image, tags: [...image.tags, ...boxes] }} looks={looks} />
    </>
  );
}

function maskOf({ tag, rle }: Prediction) {
  const path = rle && pathOf(rle);
  return path ? [{ tag, size: rle.size, path }] : [];
}
