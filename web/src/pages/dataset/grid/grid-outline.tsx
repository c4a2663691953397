import { useMemo, useRef } from 'react';
import { Bone } from '../../../ui/bone.tsx';
import { useViewport } from '../../../ui/frame/use-viewport.ts';
import { placeOf, visibleIn } from '../timeline-layout.ts';
import styles from './grid.module.css';
import { useLayout } from './grid.tsx';

interface GridOutlineProps {
  /** Images of the dataset: no more tiles are shown. */
  images: number;
  hasHeader: boolean;
}

/** Empty tiles until the groups are known. */
export function GridOutline({ images, hasHeader }: GridOutlineProps) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useViewport(box);
  const groups = useMemo(
    () => [{ id: '', count: images, header: hasHeader && <Bone width={160} /> }],
    [images, hasHeader],
  );
  const layout = useLayout(groups, width);
  // Leaves room for the scrollbar that will appear.
  const scrollbarGutter = layout.height > height ? 'stable' : 'auto';
  return (
    <div ref={box} className={styles.outline} style={{ scrollbarGutter }} aria-hidden="true">
      <div className={styles.canvas}>
        {visibleIn(layout, 0, height).map(({ section, from, to }) => (
          <div key={section.id}>
            <div className={styles.header} style={{ top: 0, height: layout.grid.header }}>
              {groups[0]?.header}
            </div>
            {Array.from({ length: to - from }, (_, index) => {
              const { left, top, ...size } = placeOf(layout, section, from + index);
              const transform = `translate(${left}px, ${top}px)`;
              return <div key={index} className={styles.tile} style={{ transform, ...size }} />;
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
