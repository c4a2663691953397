import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import type { Dataset } from '../../../data/records/datasets.ts';
import { useText } from '../../../text/use-text.tsx';
import styles from '../editor.module.css';
import own from './predicted.module.css';

interface RowProps {
  look: Dataset['tags'][number] | undefined;
  score: number;
  kind: 'painted' | 'mask' | 'class';
  isPointed: boolean;
  /** Whether it is there already. */
  isHere: boolean;
  onFocus?: () => void;
  /** Null for those who may not edit. */
  onTake: ((event: PressEvent) => void) | null;
}

/** What is predicted, in the list: pressing it takes it. */
export function Row({ look, score, kind, isPointed, isHere, onFocus, onTake }: RowProps) {
  const { editor: words } = useText();
  const content = (
    <>
      <span className={styles.dot} data-kind={kind} style={{ color: look?.color ?? 'gray' }} />
      <span className={styles.rowName}>{look?.name}</span>
      {isHere && <span className={styles.hint}>{words.isThere}</span>}
      <span className="tabular">{words.percent(score)}</span>
    </>
  );
  if (!onTake) return <span className={own.row}>{content}</span>;
  return (
    <AriaButton
      className={own.row ?? ''}
      data-pointed={isPointed}
      aria-label={`${words.takeOne(look?.name ?? '')}, ${words.percent(score)}${isHere ? `, ${words.isThere}` : ''}`}
      {...(onFocus && { onFocus })}
      onPress={onTake}
    >
      {content}
    </AriaButton>
  );
}
