/** Wrappers for pages of one record: they show the page once the record has loaded, if the person's role permits it. */
import type { ReactNode } from 'react';
import type { Live } from '../../data/live/live.ts';
import { type Dataset, useDataset } from '../../data/records/datasets.ts';
import { type Monitor, useMonitors } from '../../data/records/monitors.ts';
import { covers, type Role } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { WholeOutline } from '../outline.tsx';
import { addresses } from './addresses.ts';
import { TabTitle } from './place.tsx';

interface WithProps<T> {
  id: string;
  /** The lowest role that may use the page; default: viewer. */
  needs?: Role;
  children: (record: T) => ReactNode;
}

export function WithDataset({ id, ...props }: WithProps<Dataset>) {
  return <WhenLoaded live={useDataset(id)} {...props} />;
}

export function WithMonitor({ id, ...props }: WithProps<Monitor>) {
  const all = useMonitors();
  const live =
    all.state === 'ready' ? { ...all, value: all.value.find((each) => each.id === id) ?? null } : all;
  return <WhenLoaded live={live} {...props} />;
}

interface WhenLoadedProps<T> extends Omit<WithProps<T>, 'id'> {
  live: Live<T | null>;
}

function WhenLoaded<T extends { role: Role | null }>({
  live,
  needs = 'viewer',
  children,
}: WhenLoadedProps<T>) {
  const text = useText();
  if (live.state === 'waiting') return <WholeOutline />;
  if (live.state === 'ready' && live.value !== null && covers(live.value.role, needs))
    return children(live.value);
  const isAway = live.state === 'failed' && !live.denied;
  const title = isAway ? text.unavailable : text.pageMissing;
  return (
    <>
      <TabTitle title={title} />
      <Placeholder title={title} hint={isAway ? text.unavailableHint : text.notPermitted}>
        {!isAway && (
          <ButtonLink look="primary" href={addresses.home}>
            {text.goHome}
          </ButtonLink>
        )}
      </Placeholder>
    </>
  );
}
