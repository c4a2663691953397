import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import styles from './grid.module.css';
import { type ClassLook, outlineOf } from './outline.ts';

/** Radius of a point, in pixels of the screen. */
const POINT = 3;

/** The annotations of an image over its thumbnail, in the colors of their classes; those of a model are dashed. */
export function Annotations({ image, looks }: { image: ListedImage; looks: ReadonlyMap<string, ClassLook> }) {
  const { width, height, tags } = image;
  if (tags.length === 0 || width === 0 || height === 0) return null;
  return (
    <svg className={styles.annotations} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {tags.map((each, index) => (
        <path
          key={index}
          d={outlineOf(each, width, height)}
          stroke={looks.get(each.tag)?.color ?? 'white'}
          strokeWidth={each.type === 'point' ? 2 * POINT : 2}
          strokeDasharray={each.labeled === 'inference' && each.type !== 'point' ? '4 3' : undefined}
        />
      ))}
    </svg>
  );
}
