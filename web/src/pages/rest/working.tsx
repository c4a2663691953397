import { dropRestWork, type RestWork } from '../../data/rest/rest.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Progress } from '../../ui/progress/progress.tsx';
import look from '../models/new/new-model.module.css';

interface WorkingProps {
  dataset: string;
  work: RestWork;
}

/** How far the work is, or why it failed. What is done already stays. */
export function Working({ dataset, work }: WorkingProps) {
  const text = useText();
  const stop = () => dropRestWork(dataset);
  if (work.phase === 'failed')
    return (
      <div className={look.stage}>
        <strong role="alert">{text.rest.failed}</strong>
        <p>{reasonOf(work.error, text)}</p>
        <div>
          <Button onPress={stop}>{text.retry}</Button>
        </div>
      </div>
    );
  const { phase, done, all, waits } = work;
  return (
    <Progress {...{ done, all, waits }} label={text.rest[phase]} stop={{ label: text.rest.stop, run: stop }}>
      <p className="secondary tabular">{all > 0 ? text.rest.lookedAt(done, all) : text.rest.workHint}</p>
    </Progress>
  );
}
