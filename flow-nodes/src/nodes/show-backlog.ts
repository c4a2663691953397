/** The status of a node whose messages wait in the spool: what waits, since when, and what became of the others. */
import type { Backlog } from '../camera.ts';
import type { Follower, MonitorNode } from './monitor-node.ts';
import type { Red, RedNode, Status } from './red.ts';

interface Spooling extends Required<Pick<Follower, 'onSent' | 'onRefused'>> {
  /** False while the node has something else to show. */
  isShown?: () => boolean;
}

/** Milliseconds between looks at the age of the backlog. */
const LOOK = 5_000;

/** Until the node is closed, it is told what becomes of its frames, and shows it. */
export function showBacklog(red: Red, node: RedNode, monitor: MonitorNode, spooling: Spooling): void {
  const { isShown = () => true, onSent, onRefused } = spooling;
  const counts = { sent: 0, refused: 0 };
  const show = () => void (isShown() && showStatus(red, node, monitor, counts));
  monitor.followers.set(node.id, {
    onChange: show,
    onSent: (frame, id) => {
      counts.sent += 1;
      onSent(frame, id);
    },
    onRefused: (frame, refused) => {
      counts.refused += 1;
      onRefused(frame, refused);
    },
  });
  const timer = setInterval(show, LOOK);
  timer.unref();
  node.on('close', (_removed, done) => {
    clearInterval(timer);
    monitor.followers.delete(node.id);
    done();
  });
}

async function showStatus(
  red: Red,
  node: RedNode,
  { camera, problem }: MonitorNode,
  counts: { sent: number; refused: number },
): Promise<void> {
  if (!camera) return node.status(problem ? { fill: 'red', shape: 'dot', text: shorten(problem) } : {});
  const backlog = await camera.backlog().catch(() => undefined);
  if (backlog) node.status(statusOf(red, backlog, counts));
}

function statusOf(
  red: Red,
  { count, age, trouble }: Backlog,
  { sent, refused }: Record<string, number>,
): Status {
  const waiting = red._('status.waiting', { count, age: inWords(age) });
  if (trouble?.isHeld) return { fill: 'red', shape: 'ring', text: `${shorten(trouble.reason)} · ${waiting}` };
  // At the rate limit a backlog is sent as fast as it may be.
  if (trouble && !trouble.isSlowed)
    return { fill: 'yellow', shape: 'ring', text: `${red._('status.offline')} · ${waiting}` };
  if (refused) return { fill: 'yellow', shape: 'dot', text: red._('status.sent-refused', { sent, refused }) };
  if (count > 0) return { fill: 'blue', shape: 'dot', text: waiting };
  return { fill: 'green', shape: 'dot', text: red._('status.sent', { sent }) };
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
