import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Unavailable } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { type Run, useRun } from '../../data/runs/runs.ts';
import { useText } from '../../text/use-text.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { toNumber } from '../versions/choices.ts';

interface WithRunProps {
  dataset: Dataset;
  number: string;
  children: (run: Run) => ReactNode;
}

/** Shows the page once the run has loaded. */
export function WithRun({ dataset, number: asked, children }: WithRunProps) {
  const text = useText();
  const number = toNumber(asked);
  const live = useRun(dataset.id, number);
  if (number !== null && live.state === 'waiting') return <Outline />;
  if (live.state === 'failed') return <Unavailable error={live.error} />;
  if (live.state !== 'ready' || live.value === null)
    return (
      <Placeholder title={text.models.missing} hint={text.models.missingHint}>
        <Link href={addresses.models(dataset.id)}>{text.models.all}</Link>
      </Placeholder>
    );
  return children(live.value);
}
