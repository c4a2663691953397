import { isAway } from '../../../data/persist.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { checkRunFile, type RunWork } from '../../../data/runs/run-files.ts';
import { bytes } from '../../../text/bytes.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import incoming from '../../../ui/incoming/incoming.module.css';
import { Progress } from '../../../ui/progress/progress.tsx';
import { FileOptions } from './file-options.tsx';

type WorkIn<Phase extends RunWork['phase']> = Extract<RunWork, { phase: Phase }>;

interface UnderWayProps {
  work: WorkIn<'uploading'> | WorkIn<'checking' | 'making'>;
  onStop: () => void;
}

/** The file is on its way, or is being read. */
export function UnderWay({ work, onStop }: UnderWayProps) {
  const text = useText();
  const { language } = useLanguage();
  const isSending = work.phase === 'uploading';
  const [sent, size] = isSending ? [work.sent, work.size] : [0, 0];
  return (
    <Progress
      label={isSending ? text.models.sending(work.name) : text.models[work.phase]}
      done={sent}
      all={size}
      waits={work.waits}
      stop={{ label: text.stopUpload, run: onStop }}
    >
      <p className="secondary tabular">
        {isSending ? text.bytesOf(bytes(language, sent), bytes(language, size)) : text.models.makingHint}
      </p>
    </Progress>
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
    <div className={incoming.stage}>
      <strong role="alert">{isAway(error) ? text.models.broken : text.models.refused}</strong>
      <p>{reasonOf(error, text)}</p>
      {number > 0 && (
        <FileOptions
          dataset={dataset.id}
          asked={{}}
          onCheck={(asked) => void checkRunFile(dataset.id, number, asked)}
        />
      )}
      <div className={incoming.actions}>
        <Button onPress={onClose}>{text.models.otherFile}</Button>
      </div>
    </div>
  );
}
