import { Button } from 'react-aria-components';
import { usePart } from '../../../data/live/store.ts';
import type { Tag } from '../../../data/records/tags.ts';
import { useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CommandSheet, MOST_OF_A_MENU } from '../../../ui/search/command-sheet.tsx';
import look from '../../dataset/classes.module.css';
import { classCommands } from '../../dataset/keys-of-classes.ts';
import styles from '../editor.module.css';
import { classInHand, relabel } from '../editor-keys.ts';
import type { Editor } from '../model/editor.ts';

interface ClassBarProps {
  editor: Editor;
  tags: readonly Tag[];
  keys: ReadonlyMap<string, string>;
}

/** Sets the class of the selection, or with a tool that draws, of what is drawn next. */
export function ClassBar({ editor, tags, keys }: ClassBarProps) {
  const text = useText();
  const { editor: words } = text;
  const tag = usePart(editor.state, () => classInHand(editor));
  const classes = classCommands(tags, keys, (id) => relabel(editor, id), text);
  return (
    <section className={styles.classes} aria-label={words.classForNext}>
      {classes.length > MOST_OF_A_MENU && <CommandSheet label={text.setClass} of={classes} />}
      {classes.map(({ tag: { id, name, color }, keys: [key = ' '] = [], run }) => (
        <Button
          key={id}
          onPress={run}
          aria-label={words.useClass(name)}
          aria-pressed={id === tag}
          className={classNames(look.class, id === tag && styles.current)}
        >
          <span className={look.dot} style={{ background: color }} />
          <span className={look.name}>{name}</span>
          <span />
          <kbd className={look.key}>{key.toUpperCase()}</kbd>
        </Button>
      ))}
    </section>
  );
}
