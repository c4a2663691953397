import { useEffect, useRef } from 'react';
import { Toolbar as AriaToolbar, ToggleButton } from 'react-aria-components';
import { usePart } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { Hint } from '../../../ui/frame/hint.tsx';
import { TrashIcon, UndoIcon } from '../../../ui/icons.tsx';
import { keyLabel } from '../../../ui/key-label.ts';
import styles from '../editor.module.css';
import { removeSelected } from '../editor-keys.ts';
import type { Editor } from '../model/editor.ts';
import type { Tool } from '../model/tool.ts';
import { RedoIcon, toolIcon } from './editor-icons.tsx';

interface ToolbarProps {
  editor: Editor;
  undo: () => void;
  redo: () => void;
}

/** The tools. Their tooltips show the keys. */
export function Toolbar({ editor, undo, redo }: ToolbarProps) {
  const text = useText();
  const tool = usePart(editor.state, (state) => state.tool);
  const canUndo = usePart(editor.state, ({ history }) => history.done.length > 0);
  const canRedo = usePart(editor.state, ({ history }) => history.undone.length > 0);
  const hasSelection = usePart(editor.state, ({ selection }) => selection.size > 0);
  const tools = [...editor.tools.values()].filter(({ draws }) => editor.mayEdit || !draws);
  return (
    <AriaToolbar aria-label={text.editor.tools} orientation="vertical" className={styles.tools ?? ''}>
      {tools.map((each) => (
        <ToolButton
          key={each.id}
          tool={each}
          isActive={each.id === tool}
          onSelect={() => editor.selectTool(each.id)}
        />
      ))}
      {editor.mayEdit && (
        <span className={styles.steps}>
          <IconButton
            label={text.undo}
            shortcut="Z"
            icon={<UndoIcon />}
            isDisabled={!canUndo}
            onPress={undo}
          />
          <IconButton
            label={text.redo}
            shortcut="Ctrl+Y"
            icon={<RedoIcon />}
            isDisabled={!canRedo}
            onPress={redo}
          />
          <IconButton
            label={text.editor.remove}
            shortcut="X"
            icon={<TrashIcon />}
            isDisabled={!hasSelection}
            onPress={() => removeSelected(editor)}
          />
        </span>
      )}
    </AriaToolbar>
  );
}

function ToolButton({ tool, isActive, onSelect }: { tool: Tool; isActive: boolean; onSelect: () => void }) {
  const text = useText();
  const Icon = toolIcon(tool.id);
  const label = tool.label(text);
  const button = useRef<HTMLButtonElement>(null);
  // On a phone not all tools fit: one that was selected by its key may be scrolled out of view.
  useEffect(() => {
    if (isActive) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);
  return (
    <Hint text={`${label} (${keyLabel(tool.key, text)})`}>
      <ToggleButton
        ref={button}
        isSelected={isActive}
        onChange={onSelect}
        aria-label={label}
        className={styles.tool ?? ''}
      >
        <Icon />
      </ToggleButton>
    </Hint>
  );
}
