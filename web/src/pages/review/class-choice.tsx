import { Button } from 'react-aria-components';
import type { Tag } from '../../data/records/tags.ts';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import classes from '../dataset/classes.module.css';
import styles from './review.module.css';

interface ClassChoiceProps {
  tags: readonly Tag[];
  keys: ReadonlyMap<string, string>;
  /** Tag of the current image. */
  current: string | null;
  onChoose: (tag: string) => void;
}

/** The classes. Pressing one assigns it and accepts the image. */
export function ClassChoice({ tags, keys, current, onChoose }: ClassChoiceProps) {
  const text = useText();
  return (
    <section className={styles.classes} aria-label={text.setClass}>
      {tags.map(({ id, name, color }) => (
        <Button
          key={id}
          onPress={() => onChoose(id)}
          className={classNames(classes.class, current === id && styles.current)}
          {...(current === id && { 'aria-label': text.isCurrent(name) })}
        >
          <span className={classes.dot} style={{ background: color }} />
          <span className={classes.name}>{name}</span>
          <span />
          <kbd className={classes.key}>{keys.get(id)?.toUpperCase() ?? ' '}</kbd>
        </Button>
      ))}
    </section>
  );
}
