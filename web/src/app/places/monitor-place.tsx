import type { ReactNode } from 'react';
import type { Monitor } from '../../data/records/monitors.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { addresses } from './addresses.ts';
import { RecordPlace } from './record-place.tsx';

type MonitorPage = 'monitor' | 'monitorPeople' | 'monitorSettings';

interface MonitorPlaceProps {
  monitor: Monitor;
  page: MonitorPage;
  children?: ReactNode;
}

export function MonitorPlace({ monitor: { id, name, role }, page, children }: MonitorPlaceProps) {
  const text = useText();
  const labels: Record<MonitorPage, string> = {
    monitor: text.live,
    monitorPeople: text.sharing,
    monitorSettings: text.settings,
  };
  const jump = (to: MonitorPage) => ({ label: labels[to], href: addresses[to](id) });
  const pages = ['monitor', 'monitorPeople'] as const;
  const shown = mayEdit(role) ? [...pages, 'monitorSettings' as const] : pages;
  return (
    <RecordPlace name={name} pages={shown.map(jump)} here={jump(page)}>
      {children}
    </RecordPlace>
  );
}
