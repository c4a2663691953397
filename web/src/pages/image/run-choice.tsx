import { useReadyRuns } from '../../data/runs/other-runs.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';

interface RunChoiceProps {
  dataset: string;
  /** Number of the run that is shown; null if none is. */
  run: number | null;
  onChoose: (run: number | null) => void;
  /** Why its predictions cannot be read. */
  error: Error | null;
  onRetry: () => void;
}

/** The model whose predictions are shown. Nothing where there is none to choose. */
export function RunChoice({ dataset, run, onChoose, error, onRetry }: RunChoiceProps) {
  const text = useText();
  const runs = useReadyRuns(dataset);
  if (runs.length === 0 && run === null) return null;
  const isListed = run === null || runs.some(({ number }) => number === run);
  const choices = [
    { id: '', label: text.models.noOther },
    ...(isListed ? [] : [{ id: String(run), label: text.editor.modelNamed(run) }]),
    ...runs.map(({ number, name }) => ({ id: String(number), label: name })),
  ];
  return (
    <>
      <Select
        label={text.editor.modelShown}
        isLabelShown
        choices={choices}
        value={String(run ?? '')}
        onChange={(id) => onChoose(id === '' ? null : Number(id))}
      />
      {error && (
        <p role="alert" className="secondary">
          {`${text.couldNotLoad}: ${reasonOf(error, text)}`} <Button onPress={onRetry}>{text.retry}</Button>
        </p>
      )}
    </>
  );
}
