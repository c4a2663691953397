import { useEffect, useMemo } from 'react';
import { usePerson } from '../../data/account.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { Editor } from './model/editor.ts';
import type { EditorPart } from './part.ts';
import { editorParts } from './parts.ts';

/** An editor for the images of a dataset, with all its parts. */
export function useEditor(dataset: Dataset): { editor: Editor; parts: readonly EditorPart[] } {
  const uid = usePerson()?.uid ?? '';
  const parts = useMemo(() => editorParts(dataset.id, uid), [dataset.id, uid]);
  return { editor: useModel(dataset, parts), parts };
}

function useModel({ tags, role }: Dataset, parts: readonly EditorPart[]): Editor {
  const text = useText();
  const editor = useMemo(
    () =>
      new Editor(
        parts.flatMap(({ tools }) => tools),
        text,
      ),
    [parts],
  );
  editor.text = text;
  editor.mayEdit = mayEdit(role);
  const { tag } = editor.state.get();
  useEffect(() => {
    // The class may have been deleted.
    if (!tags.some(({ id }) => id === tag))
      editor.chooseClass(tags.find((each) => !each.unclassified)?.id ?? null);
  }, [editor, tags, tag]);
  return editor;
}
