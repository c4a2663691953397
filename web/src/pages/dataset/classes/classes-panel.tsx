import { useState } from 'react';
import { attempt } from '../../../app/state/undo-history.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { mayEdit } from '../../../data/records/role.ts';
import type { Tag } from '../../../data/records/tags.ts';
import { useText } from '../../../text/use-text.tsx';
import type { Action } from '../../../ui/command.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import styles from '../classes.module.css';
import { type FilterState, toggled, valuesOf } from '../filter.ts';
import { ClassDialog } from './class-form.tsx';
import { ClassRow } from './class-row.tsx';
import { MergeDialog, type Merging } from './merge-dialog.tsx';
import { useClassChanges } from './use-class-changes.ts';

interface ClassesPanelProps {
  dataset: Dataset;
  keys: ReadonlyMap<string, string>;
  state: FilterState;
  /** Filters the grid by tags; undefined: by none. */
  onShow: (tag: string | undefined) => void;
}

/** The classes with their counts and keys. Editors can also create, change, order, merge and delete them here. */
export function ClassesPanel({ dataset, keys, state, onShow }: ClassesPanelProps) {
  const text = useText();
  const shown = valuesOf('tag', state);
  const { tags } = dataset;
  const isEditor = mayEdit(dataset.role);
  const { open, commandsOf, dialogs } = useDialogs(
    dataset,
    (tag) => shown.includes(tag) && onShow(toggled('tag', state, tag)),
  );
  return (
    <section>
      <header className={styles.head}>
        <h2>{text.classes(tags.length)}</h2>
        {isEditor && <IconButton label={text.newClass} icon={<PlusIcon />} onPress={open} />}
      </header>
      {tags.length === 0 && <p className={styles.hint}>{text.noClasses}</p>}
      <ul className={styles.list}>
        {tags.map((tag, index) => (
          <ClassRow
            key={tag.id}
            tag={tag}
            shortcut={keys.get(tag.id)}
            isShown={shown.includes(tag.id)}
            onShow={(isMore) =>
              onShow(isMore ? toggled('tag', state, tag.id) : shown.join() === tag.id ? undefined : tag.id)
            }
            commands={isEditor ? commandsOf(tag, index) : []}
          />
        ))}
      </ul>
      {dialogs}
    </section>
  );
}

/** What can be done with a class, and its dialogs. @param onGone called after a class was merged or deleted */
function useDialogs(dataset: Dataset, onGone: (tag: string) => void) {
  const text = useText();
  const { tags } = dataset;
  const changes = useClassChanges(dataset);
  const [edited, edit] = useState<Tag | null | undefined>(undefined);
  const [merging, setMerging] = useState<Merging | null>(null);
  const othersOf = (tag: Tag | null | undefined) => tags.filter(({ id }) => id !== tag?.id);
  const remove = async (tag: Tag, isMerge: boolean): Promise<void> => {
    const trashed = await changes.countTrashed(tag.id);
    if (!isMerge && tag.imageCounter + tag.annotationCounter + trashed === 0) {
      await changes.remove(tag);
      onGone(tag.id);
    } else setMerging({ tag, trashed, into: isMerge ? (othersOf(tag)[0]?.id ?? null) : null });
  };
  const removing = (tag: Tag, isMerge: boolean) => () => void attempt(() => remove(tag, isMerge), text);
  const commandsOf = (tag: Tag, at: number): Action[] => [
    { label: text.class_edit, run: () => edit(tag) },
    ...(at > 0 ? [{ label: text.class_up, run: () => void changes.move(tag, -1) }] : []),
    ...(at < tags.length - 1 ? [{ label: text.class_down, run: () => void changes.move(tag, 1) }] : []),
    ...(tags.length > 1 ? [{ label: text.class_merge, run: removing(tag, true) }] : []),
    { label: text.class_delete, isDanger: true, run: removing(tag, false) },
  ];
  const merge = async (tag: Tag, into: string | null): Promise<void> => {
    await changes.merge(tag, into);
    onGone(tag.id);
  };
  const dialogs = (
    <>
      <ClassDialog
        tag={edited}
        others={othersOf(edited)}
        onSave={(draft) => (edited ? changes.change(edited, draft) : changes.create(draft))}
        onClose={() => edit(undefined)}
      />
      <MergeDialog
        merging={merging}
        others={othersOf(merging?.tag)}
        onMerge={merge}
        onClose={() => setMerging(null)}
      />
    </>
  );
  return { commandsOf, dialogs, open: () => edit(null) };
}
