import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { hasMarks } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useCheck } from '../../data/rest/check.ts';
import { useRestWork } from '../../data/rest/rest.ts';
import { useText } from '../../text/use-text.tsx';
import { Page } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { CheckDesk } from './check-desk.tsx';
import { Outcome } from './outcome.tsx';
import { Start } from './start.tsx';
import { Working } from './working.tsx';

export const Rest = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="rest" needs="editor">
    {(dataset) => <Known dataset={dataset} />}
  </DatasetPage>
);

/** What this tab works on, else the outcome of the last check, else the check, else its beginning. */
function Known({ dataset }: { dataset: Dataset }) {
  const { rest } = useText();
  const check = useCheck(dataset.id);
  const work = useRestWork(dataset.id);
  if (hasMarks(dataset.type)) return <Placeholder title={rest.notHere} hint={rest.notHereHint} />;
  if (work)
    return (
      <Page>
        <Working dataset={dataset.id} work={work} />
      </Page>
    );
  if (check?.outcome) return <Outcome dataset={dataset} check={check} outcome={check.outcome} />;
  if (check) return <CheckDesk key={check.acceptance} dataset={dataset} check={check} />;
  return (
    <Page>
      <Start dataset={dataset} />
    </Page>
  );
}
