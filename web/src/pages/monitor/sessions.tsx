import { useState } from 'react';
import { useQueryState } from '../../app/places/query-state.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { useNames } from '../../data/records/people.ts';
import { type Session, useSessions } from '../../data/records/sessions.ts';
import { useText } from '../../text/use-text.tsx';
import { Bone } from '../../ui/bone.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SessionRow } from './session-row.tsx';
import styles from './sessions.module.css';

const PAGE = 20;

interface SessionsProps {
  monitor: Monitor;
  /** Frames of the running session, from the live state, which is ahead of the session's record. */
  running: { id: string; frames: number } | null;
}

/** The sessions of a monitor, newest first. The open one is kept in the address. */
export function Sessions({ monitor, running }: SessionsProps) {
  const text = useText();
  const [limit, setLimit] = useState(PAGE);
  const [{ session: open }, change] = useQueryState(['session']);
  const live = useSessions(monitor.id, limit);
  const nameOf = useNames({ kind: 'monitor', id: monitor.id, people: monitor.people });
  const starter = ({ by }: Session): string | null | undefined => {
    const name = by === '' ? '' : nameOf(by);
    return name === '' ? null : name === null ? text.formerPerson : name;
  };
  const all = live.state === 'ready' ? live.value : [];
  return (
    <section className={styles.sessions}>
      <h2>{text.sessions}</h2>
      {live.state === 'failed' && <p role="alert">{text.couldNotLoad}</p>}
      {live.state === 'ready' && all.length === 0 && <p className={styles.none}>{text.noSessions}</p>}
      <ol className={styles.line} aria-busy={live.state === 'waiting'}>
        {live.state === 'waiting' && PLACES.map((place) => <Place key={place} />)}
        {all.map((session) => (
          <SessionRow
            key={session.id}
            monitor={monitor}
            session={withFrames(session, running)}
            by={starter(session)}
            isOpen={open === session.id}
            onToggle={(isOpen) => change({ session: isOpen ? session.id : undefined }, { replace: true })}
          />
        ))}
      </ol>
      {all.length === limit && <Button onPress={() => setLimit(limit + PAGE)}>{text.showMore}</Button>}
    </section>
  );
}

/** Sessions that are still loading have rows of the same height. */
const PLACES = [0, 1, 2];

const Place = () => (
  <li className={styles.session} aria-hidden="true">
    <div className={styles.trigger}>
      <Bone width={220} />
    </div>
  </li>
);

const withFrames = (session: Session, running: SessionsProps['running']): Session =>
  running?.id === session.id ? { ...session, frames: Math.max(running.frames, session.frames) } : session;
