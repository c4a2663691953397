import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { DatasetPlace } from '../../app/places/dataset-place.tsx';
import { useQueryState } from '../../app/places/query-state.ts';
import { WithDataset } from '../../app/places/with-record.tsx';
import { notify } from '../../app/state/toasts.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import { useChangesMade } from '../../data/changes/change-all.ts';
import { sortDroppedFiles, TAKEN_TYPES } from '../../data/dropped-files.ts';
import { imageCommand } from '../../data/images/image-command.ts';
import type { Dataset as DatasetRecord } from '../../data/records/datasets.ts';
import { type Monitor, useMonitors } from '../../data/records/monitors.ts';
import { mayEdit } from '../../data/records/role.ts';
import { type TagCounts, useTagCounts, withCounts } from '../../data/records/tag-counts.ts';
import { beginImport, isImporting } from '../../data/versions/imports.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { Waiting } from '../../ui/frame/waiting.tsx';
import { ImagesIcon } from '../../ui/icons.tsx';
import { ChooseFile } from '../../ui/incoming/incoming.tsx';
import { ChangeAllBar } from './all/progress-bar.tsx';
import { useChangeShown } from './all/use-change-all.ts';
import { useShown } from './all/use-shown.ts';
import { ClassesPanel } from './classes/classes-panel.tsx';
import { datasetCommands, type Opened } from './commands.ts';
import styles from './dataset.module.css';
import { DatasetActions } from './dataset-actions.tsx';
import { DatasetGrid } from './dataset-grid.tsx';
import { FILTER_NAMES, type FilterState, isFiltered } from './filter.ts';
import { Filters } from './filters.tsx';
import { GridOutline } from './grid/grid-outline.tsx';
import { keysOfClasses } from './keys-of-classes.ts';
import { SideButton, SidePanel } from './side-panel.tsx';
import { DropTarget } from './uploads/drop-target.tsx';
import { UploadTray } from './uploads/upload-tray.tsx';
import { useUploads } from './uploads/use-uploads.ts';
import { useGroups } from './use-groups.ts';
import { useLists } from './use-lists.ts';

const Charts = lazy(async () => ({ default: (await import('./charts/charts.tsx')).Charts }));

const FileSearch = lazy(async () => ({ default: (await import('./file-search.tsx')).FileSearch }));

export const Dataset = ({ id }: { id: string }) => (
  <WithDataset id={id}>{(dataset) => <DatasetPage dataset={dataset} />}</WithDataset>
);

function DatasetPage({ dataset: record }: { dataset: DatasetRecord }) {
  const text = useText();
  const counts = useTagCounts(record.id);
  const dataset = useMemo(() => withCounts(record, counts), [record, counts]);
  const [state, change] = useQueryState(FILTER_NAMES);
  const groups = useGroups(dataset, state);
  const lists = useLists(record.id, groups.listed, useChangesMade(record.id));
  const { monitors, cameras } = useCameras();
  const { progress, changeShown } = useChangeShown(dataset);
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const uploads = useUploads(dataset, cameras);
  const take = useTake(dataset, uploads.add);
  const [opened, setOpened] = useState<Opened>(null);
  const commands = datasetCommands(dataset, setOpened, text);
  useCommands([...commands.menu, ...commands.links]);
  const side = () => (
    <ClassesPanel dataset={dataset} keys={keys} state={state} onShow={(tag) => change({ tag })} />
  );
  return (
    <div className={styles.page}>
      <DatasetPlace
        dataset={dataset}
        page="dataset"
        narrowItems={[...commands.links.slice(1), ...commands.menu]}
      >
        <DatasetActions {...commands} onUpload={take} />
      </DatasetPlace>
      <div className={styles.filters}>
        <Filters {...{ dataset, state }} monitors={cameras} timeline={groups.timeline} onChange={change} />
        <SideButton>{side}</SideButton>
        <span className={`${styles.total} tabular`} role="status">
          {groups.isCounted && <Total {...{ dataset, state, lists }} total={groups.total} />}
        </span>
      </div>
      <div className={styles.grid}>
        {groups.error ? (
          <Placeholder
            title={text.couldNotLoad}
            hint={text.unavailableHint}
            details={reasonOf(groups.error, text)}
          />
        ) : groups.isCounted && groups.total === 0 ? (
          <Empty {...{ dataset, monitors: cameras, isFiltered: isFiltered(state) }} onTake={take} />
        ) : (
          <DatasetGrid
            {...{ dataset, groups, keys, lists, changeShown }}
            counted={counts.length > 0 ? countersOf(dataset) : null}
            filter={state}
            monitors={monitors.state === 'waiting' ? null : cameras}
          />
        )}
        {progress && <ChangeAllBar progress={progress} className={styles.actions} />}
        {!groups.isCounted && !groups.error && (
          <div className={styles.counting}>
            <GridOutline images={dataset.imageCounter} hasHeader={!isFiltered(state)} />
            <Waiting />
          </div>
        )}
        {take && <DropTarget onDrop={take} label={text.dropToUpload} />}
        <UploadTray uploads={uploads} />
      </div>
      <SidePanel>{side}</SidePanel>
      <Over {...{ dataset, counts, opened }} onClose={() => setOpened(null)} />
    </div>
  );
}

function useCameras() {
  const monitors = useMonitors();
  const cameras = useMemo(() => (monitors.state === 'ready' ? monitors.value : []), [monitors]);
  return { monitors, cameras };
}

interface TotalProps {
  dataset: DatasetRecord;
  state: FilterState;
  total: number;
  lists: ReturnType<typeof useLists>;
}

function Total({ dataset, state, total, lists }: TotalProps) {
  const text = useText();
  return text.images(useShown(dataset, state, total, lists));
}

/** They change with every change of an image. */
const countersOf = ({ imageCounter, reviewCounter, unlabelledCounter, tags }: DatasetRecord): string =>
  JSON.stringify([
    ...[imageCounter, reviewCounter, unlabelledCounter],
    ...tags.map((tag) => [tag.imageCounter, tag.annotationCounter]),
  ]);

interface OverProps {
  dataset: DatasetRecord;
  counts: readonly TagCounts[];
  opened: Opened;
  onClose: () => void;
}

/** The dialogs of the page, loaded when they are first opened. */
function Over({ dataset, counts, opened, onClose }: OverProps) {
  const text = useText();
  return (
    <Dialog
      title={opened === 'files' ? text.findFile : text.charts}
      isOpen={opened !== null}
      onClose={onClose}
      size="wide"
    >
      <Suspense>
        {opened === 'charts' && <Charts dataset={dataset} counts={counts} onLeave={onClose} />}
        {opened === 'files' && <FileSearch dataset={dataset} />}
      </Suspense>
    </Dialog>
  );
}

/** Takes files that were dropped or chosen: images are uploaded, one archive is imported. Null for people who may not. */
function useTake({ id: dataset, role }: DatasetRecord, upload: (files: File[]) => void) {
  const text = useText();
  const [, go] = useLocation();
  if (!mayEdit(role)) return null;
  return (files: File[]) => {
    const { uploads, archive, skipped } = sortDroppedFiles(files);
    if (uploads.length > 0) upload(uploads);
    if (skipped.length > 0) notify({ message: text.filesSkipped(skipped.length), tone: 'failed' });
    if (!archive) return;
    const show = () => go(addresses.import(dataset));
    if (isImporting(dataset)) {
      const message = text.notImported(archive.name);
      notify({ message, tone: 'failed', action: { label: text.open, run: show } });
      return;
    }
    void beginImport(dataset, archive);
    show();
  };
}

interface EmptyProps {
  dataset: DatasetRecord;
  monitors: readonly Monitor[];
  isFiltered: boolean;
  /** Null for people who may not. */
  onTake: ((files: File[]) => void) | null;
}

/** How the first images come: chosen here, or sent by a camera if there is one. */
function Empty({ dataset, monitors, isFiltered: hasFilter, onTake }: EmptyProps) {
  const text = useText();
  // A device key sends into its monitor's dataset, and into those that the monitor's owner may edit.
  const takes = (each: Monitor) =>
    mayEdit(each.role) && (each.dataset === dataset.id || each.role === 'owner');
  const monitor = monitors.find(takes);
  // The last ones may have been changed or moved to the trash just now.
  useCommands(mayEdit(dataset.role) ? undoCommands(text) : []);
  if (hasFilter || !onTake)
    return <Placeholder icon={<ImagesIcon size={40} />} title={hasFilter ? text.noMatches : text.noImages} />;
  return (
    <div className={styles.first}>
      <ChooseFile title={text.noImages} button={text.chooseImages} types={TAKEN_TYPES} isMany onTake={onTake}>
        <p className="secondary">{text.orDropImages}</p>
      </ChooseFile>
      {monitor && (
        <details>
          <summary>{text.fromCamera}</summary>
          <p>{text.firstByKey(monitor.name)}</p>
          <CodeBlock>{imageCommand(monitor.id, 'KEY', dataset.id)}</CodeBlock>
          <ButtonLink href={addresses.monitor(monitor.id)}>{text.deviceKeys}</ButtonLink>
        </details>
      )}
    </div>
  );
}
