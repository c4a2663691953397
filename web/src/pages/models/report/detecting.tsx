import { attempt } from '../../../app/state/undo-history.ts';
import { useJob } from '../../../data/jobs.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { mayEdit } from '../../../data/records/role.ts';
import { goOnDetecting, stopDetecting } from '../../../data/runs/detect.ts';
import type { Run } from '../../../data/runs/runs.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';

/** How far a detector is with the images. Its job is nobody's in particular: whoever may edit can go on with what has stopped. */
export function Detecting({ dataset, run: { number, looked, job } }: { dataset: Dataset; run: Run }) {
  const text = useText();
  const { models } = text;
  const live = useJob(dataset.id, job);
  const data = live.state === 'ready' ? live.value : null;
  const isRunning = data?.state === 'queued' || data?.state === 'running';
  const stop = () => void attempt(() => stopDetecting(dataset.id, data?.number ?? 0), text);
  const goOn = () => void attempt(() => goOnDetecting(dataset.id, number), text);
  return (
    <>
      <Progress
        label={models.detecting}
        done={looked}
        all={Math.max(looked, data?.total ?? dataset.imageCounter)}
        {...(isRunning && mayEdit(dataset.role) && { stop: { label: models.detectPause, run: stop } })}
      >
        <p className="secondary tabular">{models.looked(looked)}</p>
      </Progress>
      {data?.state === 'failed' && <p role="alert">{data.reason}</p>}
      {!isRunning && mayEdit(dataset.role) && (
        <Button look="primary" onPress={goOn}>
          {models.goOn}
        </Button>
      )}
    </>
  );
}
