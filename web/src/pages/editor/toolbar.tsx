import { useEffect, useRef } from 'react';
import { Toolbar as AriaToolbar, ToggleButton } from 'react-aria-components';
import { usePart } from '../../data/store.ts';
import { useText } from '../../text/use-text.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { UndoIcon } from '../../ui/icons.tsx';
import { keyLabel } from '../../ui/key-label.ts';
import styles from './editor.module.css';
import { RedoIcon, toolIcon } from './editor-icons.tsx';
import type { Editor } from './model/editor.ts';
import type { Tool } from './model/tool.ts';

interface ToolbarProps {
  editor: Editor;
  undo: () => void;
  redo: () => void;
}

/** The tools, with their keys in the hints. */
export function Toolbar({ editor, undo, redo }: ToolbarProps) {
  const text = useText();
  const tool = usePart(editor.state, (state) => state.tool);
  const canUndo = usePart(editor.state, ({ history }) => history.done.length > 0);
  const canRedo = usePart(editor.state, ({ history }) => history.undone.length > 0);
  const tools = [...editor.tools.values()].filter(({ draws }) => editor.mayEdit || !draws);
  return (
    <AriaToolbar aria-label={text.editor.tools} orientation="vertical" className={styles.tools ?? ''}>
      {tools.map((each) => (
        <ToolButton
          key={each.id}
          tool={each}
          isInHand={each.id === tool}
          onTake={() => editor.take(each.id)}
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
        </span>
      )}
    </AriaToolbar>
  );
}

function ToolButton({ tool, isInHand, onTake }: { tool: Tool; isInHand: boolean; onTake: () => void }) {
  const text = useText();
  const Icon = toolIcon(tool.id);
  const label = tool.label(text);
  const button = useRef<HTMLButtonElement>(null);
  // On a phone, there are more tools than room: the one that was taken by its key may be out of sight.
  useEffect(() => {
    if (isInHand) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isInHand]);
  return (
    <Hint text={`${label} (${keyLabel(tool.key, text)})`}>
      <ToggleButton
        ref={button}
        isSelected={isInHand}
        onChange={onTake}
        aria-label={label}
        className={styles.tool ?? ''}
      >
        <Icon />
      </ToggleButton>
    </Hint>
  );
}
