/** Pages of one record: shown when it is known, and only to whoever may use them. */
import type { ReactNode } from 'react';
import { type Dataset, useDataset } from '../data/datasets.ts';
import type { Live } from '../data/live.ts';
import { type Monitor, useMonitors } from '../data/monitors.ts';
import { covers, type Role } from '../data/role.ts';
import { useText } from '../text/use-text.tsx';
import { Placeholder } from '../ui/placeholder.tsx';
import { Waiting } from '../ui/waiting.tsx';

interface WithProps<T> {
  id: string;
  /** The least role that the page is for. */
  needs?: Role;
  children: (record: T) => ReactNode;
}

export function WithDataset({ id, ...props }: WithProps<Dataset>) {
  return <Known live={useDataset(id)} {...props} />;
}

export function WithMonitor({ id, ...props }: WithProps<Monitor>) {
  const all = useMonitors();
  const live =
    all.state === 'ready' ? { ...all, value: all.value.find((each) => each.id === id) ?? null } : all;
  return <Known live={live} {...props} />;
}

interface KnownProps<T> extends Omit<WithProps<T>, 'id'> {
  live: Live<T | null>;
}

function Known<T extends { role: Role | null }>({ live, needs = 'viewer', children }: KnownProps<T>) {
  const text = useText();
  if (live.state === 'waiting') return <Waiting />;
  if (live.state === 'ready' && live.value !== null && covers(live.value.role, needs))
    return children(live.value);
  const isAway = live.state === 'failed' && !live.denied;
  return (
    <Placeholder
      title={isAway ? text.unavailable : text.pageMissing}
      hint={isAway ? text.unavailableHint : text.notPermitted}
    />
  );
}
