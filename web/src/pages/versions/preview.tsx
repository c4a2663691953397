import { useEffect, useState } from 'react';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import type { Dataset } from '../../data/records/datasets.ts';
import { type SplitOptions, usePreview } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { Caution } from '../../ui/said/caution.tsx';
import { toLabelled } from './class-labels.ts';
import { CountsTable } from './counts-table.tsx';
import { Held } from './held.tsx';

/** Milliseconds without a change of the form before it is counted. */
const PAUSE = 400;
/** Datasets with more images are counted only on request, because the service reads every record. */
const MAX_AUTOMATIC = 20_000;

/** Counts the images of each class and set that the version would have. */
export function Preview({ dataset, options }: { dataset: Dataset; options: SplitOptions | null }) {
  const text = useText();
  const isLarge = dataset.imageCounter > MAX_AUTOMATIC;
  const [asked, ask] = useState<SplitOptions | null>(null);
  useEffect(() => {
    if (isLarge) return;
    const timer = setTimeout(() => ask(options), PAUSE);
    return () => clearTimeout(timer);
  }, [isLarge, options]);
  const { data: counts, error, isFetching, isPlaceholderData } = usePreview(dataset.id, asked);
  const isOld = isPlaceholderData || asked !== options;
  const look = {
    tags: dataset.tags.map((tag) => toLabelled(tag, asked?.tagmap)),
    colorOf: (tag: string) => dataset.tags.find(({ id }) => id === tag)?.color,
    isFaded: isOld,
  };
  return (
    <Part
      title={text.preview}
      action={
        isLarge && (
          <Button onPress={() => ask(options)} isDisabled={options === null} isPending={isFetching}>
            {text.count}
          </Button>
        )
      }
    >
      <p role="status" className="secondary">
        {isFetching ? `${text.previewWaits}…` : isOld && counts ? text.previewOutdated : ''}
      </p>
      {error && <CouldNotLoad error={error} />}
      {counts && counts.images === 0 && <p>{text.previewEmpty}</p>}
      {counts && counts.images > 0 && (
        <>
          <CountsTable {...look} counts={counts} />
          <Held {...look} counts={counts} type={dataset.type} />
          <p className="secondary tabular">{text.groupsOf(counts.groups)}</p>
          <LeftOut dropped={counts.dropped} />
          <Caution
            title={text.warnings}
            sentences={counts.warnings}
            say={(warning, at) => text.splitWarning(warning, counts.warningCodes?.[at])}
          />
        </>
      )}
    </Part>
  );
}

function LeftOut({ dropped }: { dropped: Readonly<Record<string, number>> }) {
  const text = useText();
  const reasons = Object.entries(dropped);
  if (reasons.length === 0) return null;
  const each = reasons.map(([why, count]) => `${text.number(count)} ${text.dropped[why] ?? why}`);
  return <p className="secondary tabular">{`${text.leftOut}: ${each.join(' · ')}`}</p>;
}
