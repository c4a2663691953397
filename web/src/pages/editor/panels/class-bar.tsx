import { Button } from 'react-aria-components';
import { usePart } from '../../../data/live/store.ts';
import type { Tag } from '../../../data/records/tags.ts';
import { useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import classes from '../../dataset/classes.module.css';
import styles from '../editor.module.css';
import { relabel } from '../editor-keys.ts';
import type { Editor } from '../model/editor.ts';

interface ClassBarProps {
  editor: Editor;
  tags: readonly Tag[];
  keys: ReadonlyMap<string, string>;
}

/** Sets the class of the next annotation and of selected ones. */
export function ClassBar({ editor, tags, keys }: ClassBarProps) {
  const { editor: words } = useText();
  const tag = usePart(editor.state, (state) => state.tag);
  return (
    <section className={styles.classes} aria-label={words.classForNext}>
      {tags.map(({ id, name, color }) => (
        <Button
          key={id}
          onPress={() => relabel(editor, id)}
          aria-label={words.useClass(name)}
          aria-pressed={id === tag}
          className={classNames(classes.class, id === tag && styles.current)}
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
