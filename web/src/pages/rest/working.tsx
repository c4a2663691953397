import { ProgressBar } from 'react-aria-components';
import { dropRestWork, type RestWork } from '../../data/rest/rest.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
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
  const isKnown = all > 0;
  return (
    <ProgressBar
      aria-label={text.rest[phase]}
      value={done}
      maxValue={Math.max(1, all)}
      isIndeterminate={!isKnown}
      className={look.stage ?? ''}
    >
      {({ percentage = 0 }) => (
        <>
          <strong role="status">{text.rest[phase]}</strong>
          <div className={look.bar} {...(!isKnown && { 'data-endless': true })}>
            <div {...(isKnown && { style: { width: `${percentage}%` } })} />
          </div>
          <p className="secondary tabular">{isKnown ? text.rest.lookedAt(done, all) : text.rest.workHint}</p>
          {waits && (
            <p role="status" className={look.waits}>
              {text.uploadPaused}
            </p>
          )}
          <div>
            <Button onPress={stop}>{text.rest.stop}</Button>
          </div>
        </>
      )}
    </ProgressBar>
  );
}
