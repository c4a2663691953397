import type { Dataset } from '../../../data/records/datasets.ts';
import { mayEdit } from '../../../data/records/role.ts';
import { goOnDetecting, stopDetecting, useDetectWork } from '../../../data/runs/detect.ts';
import type { Run } from '../../../data/runs/runs.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';

/** How far a detector is with the images. Whichever tab runs it, each shows that; any can go on with what has stopped. */
export function Detecting({ dataset, run: { number, looked } }: { dataset: Dataset; run: Run }) {
  const text = useText();
  const { models } = text;
  const work = useDetectWork(dataset.id);
  const own = work?.number === number ? work : null;
  const isRunning = own !== null && own.error === null;
  return (
    <>
      <Progress
        label={models.detecting}
        done={looked}
        all={Math.max(looked, dataset.imageCounter)}
        {...(isRunning && { stop: { label: models.detectPause, run: () => stopDetecting(dataset.id) } })}
      >
        <p className="secondary tabular">{models.looked(looked)}</p>
      </Progress>
      {own?.error && <p role="alert">{reasonOf(own.error, text)}</p>}
      {!isRunning && mayEdit(dataset.role) && (
        <Button look="primary" onPress={() => void goOnDetecting(dataset.id, number)}>
          {models.goOn}
        </Button>
      )}
    </>
  );
}
