import { type ReactNode, useState } from 'react';
import { Unavailable } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { useCommands } from '../../app/use-commands.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useNames } from '../../data/records/people.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useReports } from '../../data/runs/reports.ts';
import { runCommand } from '../../data/runs/run-command.ts';
import { type Run, useRuns } from '../../data/runs/runs.ts';
import { useText } from '../../text/use-text.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { ModelsIcon } from '../../ui/icons.tsx';
import { AgainstChoice } from './against.tsx';
import { modelCommands } from './commands.ts';
import { DetectForm } from './detect-form.tsx';
import { mainFigure } from './figures.ts';
import styles from './models.module.css';
import { RunLine } from './run-line.tsx';
import { Trend } from './trend.tsx';
import { useAgainst } from './use-against.ts';

export const Models = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="models">
    {(dataset) => <Known dataset={dataset} />}
  </DatasetPage>
);

/** Runs that are listed at first, and more with each press. */
const PAGE = 25;

function Known({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const [limit, setLimit] = useState(PAGE);
  const live = useRuns(dataset.id, limit);
  const [isAsking, ask] = useState(false);
  const commands = modelCommands(dataset, text, () => ask(true));
  useCommands(commands);
  if (live.state === 'waiting') return <Outline />;
  if (live.state === 'failed') return <Unavailable error={live.error} />;
  const runs = live.value;
  const send = (
    <>
      {commands.map((each) => (
        <CommandButton key={each.label} of={each} look={each.href === undefined ? 'plain' : 'primary'} />
      ))}
      <Dialog title={text.models.detect} isOpen={isAsking} onClose={() => ask(false)}>
        {isAsking && <DetectForm dataset={dataset} onClose={() => ask(false)} />}
      </Dialog>
    </>
  );
  if (runs.length === 0) return <Empty dataset={dataset}>{send}</Empty>;
  return (
    <Page isWide>
      <Part title={text.models.title} hint={text.models.hint} action={send}>
        <List dataset={dataset} runs={runs} />
        {runs.length === limit && (
          <div>
            <Button onPress={() => setLimit(limit + PAGE)}>{text.showMore}</Button>
          </div>
        )}
      </Part>
    </Page>
  );
}

/** How predictions are sent, for people who may. */
function Empty({ dataset, children }: { dataset: Dataset; children: ReactNode }) {
  const { models } = useText();
  const isEditor = mayEdit(dataset.role);
  return (
    <Placeholder
      icon={<ModelsIcon size={40} />}
      title={models.none}
      hint={`${models.hint} ${isEditor ? models.noneEditor : models.noneViewer}`}
    >
      {children}
      {isEditor && (
        <div className={styles.empty}>
          <p>{models.byCommand}</p>
          <CodeBlock>{runCommand(dataset.id, dataset.tags[0]?.id ?? 'TAG')}</CodeBlock>
        </div>
      )}
    </Placeholder>
  );
}

function List({ dataset, runs }: { dataset: Dataset; runs: readonly Run[] }) {
  const [seen, see] = useState<ReadonlySet<number>>(new Set());
  const nameOf = useNames({ kind: 'dataset', ...dataset });
  const against = useAgainst(dataset.id);
  const { version, set } = against;
  const asked = version && { version: version.number, set };
  const reports = useReports(dataset.id, runs, asked, ({ number }) => seen.has(number));
  const query = asked ? `?version=${asked.version}&set=${set}` : '';
  const figures = runs.flatMap(({ number, name }, at) => {
    const main = reports[at]?.data && mainFigure(reports[at].data);
    const href = `${addresses.model(dataset.id, number)}${query}`;
    return main && main.value !== null ? [{ ...main, value: main.value, number, name, href }] : [];
  });
  return (
    <>
      <div className={styles.chooser}>
        <AgainstChoice dataset={dataset} against={against} />
      </div>
      {figures[0] && figures.length > 1 && <Trend figure={figures[0].figure} points={figures.toReversed()} />}
      <ol className={styles.lines}>
        {runs.map((run, at) => (
          <RunLine
            key={run.number}
            {...{ dataset: dataset.id, run, query, nameOf }}
            report={asked && (reports[at] ?? null)}
            onSeen={() => see((before) => new Set(before).add(run.number))}
          />
        ))}
      </ol>
    </>
  );
}
