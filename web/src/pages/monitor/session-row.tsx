import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { useNow } from '../../data/live/now.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import type { Session } from '../../data/records/sessions.ts';
import { isUploaded } from '../../data/uploads/upload-monitor.ts';
import type { Texts } from '../../text/en.ts';
import { duration, timeRange } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StateLabel } from '../../ui/state-label.tsx';
import { SessionClasses } from './session-classes.tsx';
import styles from './sessions.module.css';

interface SessionRowProps {
  monitor: Monitor;
  session: Session;
  /** Name of the person who started it; null for a device, undefined until the name is known. */
  by: string | null | undefined;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** A session: time, duration, number of frames and who started it. Opened, it also shows their classes. */
export function SessionRow({ monitor, session, by, isOpen, onToggle }: SessionRowProps) {
  const text = useText();
  const { language } = useLanguage();
  const { start, stop, frames, isLate } = session;
  const isUpload = isUploaded(monitor.id, session.id);
  return (
    <li className={classNames(styles.session, stop === null && styles.running)}>
      <Disclosure isExpanded={isOpen} onExpandedChange={onToggle}>
        <Heading level={3} className={styles.heading ?? ''}>
          <Button slot="trigger" className={styles.trigger ?? ''}>
            <span className={styles.when}>{timeRange(language, start, stop)}</span>
            <span className={`${styles.meta} tabular`}>
              {stop === null ? <Running start={start} /> : duration(language, stop - start)}
              {` · ${text.frames(frames)}`}
              {by !== undefined && ` · ${beganBy(by, isUpload, text)}`}
            </span>
            {stop === null && <StateLabel state="running">{text.running}</StateLabel>}
            {isLate && !isUpload && <StateLabel state="stale">{text.sentLate}</StateLabel>}
          </Button>
        </Heading>
        <DisclosurePanel className={styles.panel ?? ''}>
          {isOpen && <SessionClasses monitor={monitor} session={session} />}
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

/** @param by null: no person is known */
function beganBy(by: string | null, isUpload: boolean, text: Texts): string {
  if (isUpload) return by === null ? text.uploaded : text.uploadedBy(by);
  return by === null ? text.byDevice : text.startedBy(by);
}

function Running({ start }: { start: number }) {
  const { language } = useLanguage();
  return duration(language, Math.max(0, useNow() - start));
}
