import type { CaptureQueue, Trouble } from '../../data/capture/queue.ts';
import { useStore } from '../../data/live/store.ts';
import type { CaptureText } from '../../text/capture/en.ts';
import { Button } from '../../ui/form/button.tsx';
import styles from './capture.module.css';
import { useCaptureText } from './use-capture-text.ts';

interface QueueLineProps {
  queue: CaptureQueue;
  /** By this visit. */
  taken: number;
  /** The last picture was not kept. */
  isFull: boolean;
}

/** What has become of the pictures, and what is in their way. */
export function QueueLine({ queue, taken, isFull }: QueueLineProps) {
  const text = useCaptureText();
  const { waiting, sent, trouble } = useStore(queue.state);
  const isStuck = trouble !== null && trouble.kind !== 'away';
  return (
    <div className={styles.line} aria-live="polite">
      <p className="tabular">
        {waiting > 0 ? text.waiting(waiting) : taken > 0 ? text.allStored : '\u00a0'}
        <span className={styles.count} data-taken={taken} data-stored={sent} data-waiting={waiting}>
          {taken > 0 && text.taken(taken)}
        </span>
      </p>
      {isFull && <p className={styles.bad}>{text.notKept}</p>}
      {trouble && waiting > 0 && (
        <div className={isStuck ? styles.bad : styles.soft}>
          <p>
            {wordsOf(trouble, text)} {text.kept}
          </p>
          {isStuck && <Button onPress={() => queue.wake()}>{text.again}</Button>}
        </div>
      )}
    </div>
  );
}

const wordsOf = (trouble: Trouble, { troubles }: CaptureText): string =>
  trouble.kind === 'refused' ? troubles.refused(trouble.message) : troubles[trouble.kind];
