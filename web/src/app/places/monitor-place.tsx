import type { ReactNode } from 'react';
import type { Monitor } from '../../data/records/monitors.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { addresses } from './addresses.ts';
import { Place } from './place.tsx';
import styles from './record-nav.module.css';
import { RecordNav } from './record-nav.tsx';

type MonitorPage = 'monitor' | 'monitorPeople' | 'monitorSettings';

interface MonitorPlaceProps {
  monitor: Monitor;
  page: MonitorPage;
  children?: ReactNode;
}

/** The bar of a monitor: its name, and links to those of its pages that this person may use. */
export function MonitorPlace({ monitor: { id, name, role }, page, children }: MonitorPlaceProps) {
  const text = useText();
  const pages: [MonitorPage, string][] = [
    ['monitor', text.live],
    ['monitorPeople', text.sharing],
    ...(mayEdit(role) ? ([['monitorSettings', text.settings]] as [MonitorPage, string][]) : []),
  ];
  const title = pages.find(([each]) => each === page)?.[1] ?? name;
  return (
    <Place title={page === 'monitor' ? name : `${title}: ${name}`}>
      <h1 className={styles.title}>{name}</h1>
      <RecordNav
        label={name}
        items={pages.map(([each, label]) => ({ href: addresses[each](id), label }))}
        here={addresses[page](id)}
      />
      {children}
    </Place>
  );
}
