import { ProgressBar } from 'react-aria-components';
import type { Progress } from '../../../data/changes/change-all.ts';
import { useText } from '../../../text/use-text.tsx';
import look from '../../../ui/frame/selection-bar.module.css';
import styles from './progress-bar.module.css';

/** In place of the toolbar: how far the change of all images is. */
export function ChangeAllBar({ progress, className }: { progress: Progress; className: string | undefined }) {
  const text = useText();
  const { kind, done, all, waits } = progress;
  const label = kind === 'undo' ? text.undoingAll(done, all) : text.changingAll(done, all);
  return (
    <div className={className}>
      <ProgressBar
        aria-label={label}
        value={done}
        maxValue={Math.max(1, all)}
        className={`${look.toolbar} ${styles.bar}`}
      >
        {({ percentage = 0 }) => (
          <>
            <span className="tabular">{label}</span>
            <div className={styles.track}>
              <div style={{ width: `${percentage}%` }} />
            </div>
            {waits && <p role="status">{text.uploadPaused}</p>}
          </>
        )}
      </ProgressBar>
    </div>
  );
}
