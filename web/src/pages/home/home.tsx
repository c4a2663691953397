import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { Place } from '../../app/places/place.tsx';
import { usePerson } from '../../data/account.ts';
import { useTroubleFirst } from '../../data/cameras/cameras.ts';
import type { Live } from '../../data/live/live.ts';
import { useDatasets } from '../../data/records/datasets.ts';
import { type Monitor, useCameraMonitors } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { Waiting } from '../../ui/frame/waiting.tsx';
import { CameraIcon, ImagesIcon, PlusIcon } from '../../ui/icons.tsx';
import { CardOutline } from './card-outline.tsx';
import { DatasetCard } from './dataset-card.tsx';
import { DeletedDatasets } from './deleted-datasets.tsx';
import styles from './home.module.css';
import { MonitorCard } from './monitor-card.tsx';
import { Offers } from './offers.tsx';
import { TypeChoice } from './type-choice.tsx';

const NewDataset = lazy(async () => ({ default: (await import('./new-dataset.tsx')).NewDataset }));
const NewMonitor = lazy(async () => ({ default: (await import('./new-monitor.tsx')).NewMonitor }));

const NONE: readonly Monitor[] = [];

/** A new dataset of this type, or a new monitor. */
type Asking = DatasetType | 'monitor' | null;

export function Home() {
  const text = useText();
  const person = usePerson();
  const [asking, ask] = useState<Asking>(null);
  const datasets = useDatasets();
  const cameras = useCameraMonitors();
  const troubleFirst = useTroubleFirst(cameras.state === 'ready' ? cameras.value : NONE);
  const monitors = cameras.state === 'ready' ? { ...cameras, value: troubleFirst } : cameras;
  const mayCreate = person?.admin || person?.creator;
  const isNew = mayCreate && isEmpty(datasets) && isEmpty(monitors);
  const close = () => ask(null);
  return (
    <div className={styles.page}>
      <Place title={text.home} />
      <Offers />
      <Records
        title={text.datasets}
        verb={mayCreate ? text.newDataset : null}
        onNew={() => ask('MULTICLASS')}
        all={datasets}
        outline={<CardOutline of="datasets" />}
        card={(dataset, isCertain) => <DatasetCard key={dataset.id} {...{ dataset, isCertain }} />}
        icon={<ImagesIcon size={40} />}
        none={text.noDatasets}
        noneHint={mayCreate ? text.noDatasetsCreator : text.noDatasetsOther}
        {...(mayCreate && { first: <TypeChoice label={text.firstType} value={null} onChange={ask} /> })}
      />
      {/* Shown only after the datasets above have loaded, because their height is unknown; and who begins needs no camera. */}
      {datasets.state !== 'waiting' && !isNew && (
        <Records
          title={text.monitors}
          verb={mayCreate ? text.newMonitor : null}
          onNew={() => ask('monitor')}
          all={monitors}
          outline={<CardOutline of="monitors" />}
          card={(monitor) => <MonitorCard key={monitor.id} monitor={monitor} />}
          icon={<CameraIcon size={40} />}
          none={text.noMonitors}
          noneHint={text.noMonitorsHint}
        />
      )}
      {datasets.state === 'ready' && <DeletedDatasets activeIds={datasets.value.map(({ id }) => id)} />}
      <Dialog
        title={asking === 'monitor' ? text.newMonitor : text.newDataset}
        isOpen={asking !== null}
        onClose={close}
      >
        <Suspense fallback={<Waiting />}>
          {asking !== null && asking !== 'monitor' && <NewDataset type={asking} onClose={close} />}
          {asking === 'monitor' && <NewMonitor onClose={close} />}
        </Suspense>
      </Dialog>
    </div>
  );
}

const isEmpty = <T,>(all: Live<T[]>): boolean => all.state === 'ready' && all.value.length === 0;

interface RecordsProps<T> {
  title: string;
  /** Text of the button that creates one; null if this person may not. */
  verb: string | null;
  onNew: () => void;
  all: Live<T[]>;
  /** Shown in place of the cards while they load. */
  outline: ReactNode;
  card: (record: T, isCertain: boolean) => ReactNode;
  icon: ReactNode;
  none: string;
  noneHint: string;
  /** In place of the next two where somebody may begin. */
  first?: ReactNode;
}

function Records<T>({
  title,
  verb,
  onNew,
  all,
  outline,
  card,
  icon,
  none,
  noneHint,
  first,
}: RecordsProps<T>) {
  const text = useText();
  return (
    <section>
      <header className={styles.head}>
        <h2>{title}</h2>
        {verb !== null && (
          <Button onPress={onNew}>
            <PlusIcon />
            {verb}
          </Button>
        )}
      </header>
      {all.state === 'failed' && <Placeholder title={text.unavailable} hint={text.unavailableHint} />}
      {isEmpty(all) && (first ?? <Placeholder icon={icon} title={none} hint={noneHint} />)}
      <div className={styles.cards}>
        {all.state === 'waiting' && outline}
        {all.state === 'ready' && all.value.map((each) => card(each, !all.isFromCache))}
      </div>
      {all.state === 'waiting' && <Waiting />}
    </section>
  );
}
