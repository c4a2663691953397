import { useMemo } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import { percent } from '../../text/time.ts';
import { useLanguage } from '../../text/use-text.tsx';
import { Annotations } from '../dataset/grid/annotations.tsx';
import type { ClassLook } from '../dataset/grid/outline.ts';
import styles from './judging.module.css';
import { shapeOf } from './mask-shape.ts';

interface MarksProps {
  image: ListedImage;
  predictions: readonly Prediction[];
  looks: ReadonlyMap<string, ClassLook>;
  /** With the class and score of each prediction. */
  hasScores?: boolean;
}

/** Labels and predictions over a picture, in the colors of their classes; predictions are dashed, and their masks see-through. */
export function Marks({ image, predictions, looks, hasScores = false }: MarksProps) {
  const { language } = useLanguage();
  const boxes = predictions.flatMap(({ tag, score, box }) => {
    const [x, y, w, h] = box ?? [];
    if (x === undefined || y === undefined || w === undefined || h === undefined) return [];
    return [{ type: 'rect' as const, labeled: 'inference' as const, tag, score, x, y, w, h }];
  });
  const masks = useMemo(() => predictions.flatMap(maskOf), [predictions]);
  // Labels of a model that nobody has accepted are labels here: only what this model says is dashed.
  const labels = image.tags.map((each) => ({ ...each, labeled: 'manual' as const }));
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
      <Annotations image={{ ...image, tags: [...labels, ...boxes] }} looks={looks} />
      {hasScores &&
        [...boxes, ...masks].map(({ tag, score, x, y }, at) => (
          <span key={at} className={styles.score} style={{ left: `${100 * x}%`, top: `${100 * y}%` }}>
            {`${looks.get(tag)?.name ?? tag} ${percent(language, score)}`}
          </span>
        ))}
    </>
  );
}

function maskOf({ tag, score, rle }: Prediction) {
  const shape = rle && shapeOf(rle);
  return shape ? [{ tag, score, size: rle.size, ...shape }] : [];
}
