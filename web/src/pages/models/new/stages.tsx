import { ProgressBar } from 'react-aria-components';
import { isAway } from '../../../data/persist.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { checkRunFile, type RunWork } from '../../../data/runs/run-files.ts';
import { bytes } from '../../../text/bytes.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FileOptions } from './file-options.tsx';
import styles from './new-model.module.css';

type WorkIn<Phase extends RunWork['phase']> = Extract<RunWork, { phase: Phase }>;

interface ProgressProps {
  work: WorkIn<'uploading'> | WorkIn<'checking' | 'making'>;
  onStop: () => void;
}

/** The file is on its way, or is being read. */
export function Progress({ work, onStop }: ProgressProps) {
  const text = useText();
  const { language } = useLanguage();
  const isSending = work.phase === 'uploading';
  const label = isSending ? text.models.sending(work.name) : text.models[work.phase];
  const [sent, size] = isSending ? [work.sent, work.size] : [0, 0];
  return (
    <ProgressBar
      aria-label={label}
      value={sent}
      maxValue={Math.max(1, size)}
      isIndeterminate={!isSending}
      className={styles.stage ?? ''}
    >
      {({ percentage = 0 }) => (
        <>
          <strong role="status">{label}</strong>
          <div className={styles.bar} {...(!isSending && { 'data-endless': true })}>
            <div {...(isSending && { style: { width: `${percentage}%` } })} />
          </div>
          <p className="secondary tabular">
            {isSending ? text.bytesOf(bytes(language, sent), bytes(language, size)) : text.models.makingHint}
          </p>
          {work.waits && (
            <p role="status" className={styles.waits}>
              {text.uploadPaused}
            </p>
          )}
          <div>
            <Button onPress={onStop}>{text.stopUpload}</Button>
          </div>
        </>
      )}
    </ProgressBar>
  );
}

interface BrokenProps {
  dataset: Dataset;
  work: WorkIn<'failed'>;
  onClose: () => void;
}

/** The service's reason. Where it read the file another way may be right, that can be chosen. */
export function Broken({ dataset, work: { number, error }, onClose }: BrokenProps) {
  const text = useText();
  return (
    <div className={styles.stage}>
      <strong role="alert">{isAway(error) ? text.models.broken : text.models.refused}</strong>
      <p>{reasonOf(error, text)}</p>
      {number > 0 && (
        <FileOptions
          dataset={dataset.id}
          asked={{}}
          onCheck={(asked) => void checkRunFile(dataset.id, number, asked)}
        />
      )}
      <div className={styles.actions}>
        <Button onPress={onClose}>{text.models.otherFile}</Button>
      </div>
    </div>
  );
}
