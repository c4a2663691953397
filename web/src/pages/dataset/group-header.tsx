import type { TimelineGroup } from '../../data/records/timeline.ts';
import { timeRange, utcDay } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import styles from './grid/grid.module.css';

interface GroupHeaderProps {
  group: TimelineGroup;
  /** Name of its monitor; `''` if it has none. */
  monitor: string;
  /** Selects its images. */
  onSelect: () => void;
}

/** The line above a session's images: its time, camera and number of images. */
export function GroupHeader({ group, monitor, onSelect }: GroupHeaderProps) {
  const text = useText();
  const { language } = useLanguage();
  const day = utcDay(language, group.first);
  const title = group.session === '' ? text.withoutSession(day) : timeRange(language, group.first, null);
  return (
    <>
      <h3>{title}</h3>
      <span className="secondary">
        {[monitor, text.images(group.imageCounter)].filter((each) => each !== '').join(' · ')}
      </span>
      {/* Hidden from screen readers, as the line is: Shift+A does the same. */}
      <button type="button" tabIndex={-1} className={styles.pick} onClick={onSelect}>
        {text.selectThis}
      </button>
    </>
  );
}
