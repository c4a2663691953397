import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CommandSheet, MOST_OF_A_MENU } from '../../ui/search/command-sheet.tsx';
import look from '../dataset/classes.module.css';
import type { ClassCommand } from '../dataset/keys-of-classes.ts';
import styles from './review.module.css';

interface ClassChoiceProps {
  classes: readonly ClassCommand[];
  /** Tag of the current image. */
  current: string | null;
}

/** The classes. Pressing one assigns it and accepts the image. */
export function ClassChoice({ classes, current }: ClassChoiceProps) {
  const text = useText();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const button = list.current?.querySelector('[data-current=true]');
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <section ref={list} className={styles.classes} aria-label={text.setClass}>
      {classes.length > MOST_OF_A_MENU && <CommandSheet label={text.setClass} of={classes} />}
      {classes.map(({ tag: { id, name, color }, keys = [], run }) => (
        <Button
          key={id}
          onPress={run}
          className={classNames(look.class, current === id && styles.current)}
          data-current={current === id}
          aria-label={text.withKey(current === id ? text.isCurrent(name) : name, keys[0])}
        >
          <span className={look.dot} style={{ background: color }} />
          <span className={look.name}>{name}</span>
          <span />
          <kbd className={look.key}>{keys[0]?.toUpperCase() ?? ' '}</kbd>
        </Button>
      ))}
    </section>
  );
}
