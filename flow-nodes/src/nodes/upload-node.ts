/** `sightline-upload`: on disk (output 1), in the service (output 2), refused (output 3). */
import type { Backlog } from '../camera.ts';
import { frameOf, messageOf } from './frame-of.ts';
import { type MonitorNode, monitorOf } from './monitor-node.ts';
import type { Config, Message, Red, RedNode, Send, Status } from './red.ts';

/** Milliseconds between looks at the age of the backlog. */
const LOOK = 5_000;

export function registerUpload(red: Red): void {
  red.nodes.registerType('sightline-upload', function (this: RedNode, config) {
    red.nodes.createNode(this, config);
    const monitor = monitorOf(red, config.monitor);
    if (!monitor) return this.status({ fill: 'red', shape: 'ring', text: red._('status.no-monitor') });
    startUpload(red, this, config, monitor);
  });
}

function startUpload(red: Red, node: RedNode, config: Config, monitor: MonitorNode): void {
  const defaults = { dataset: String(config.dataset ?? '').trim(), tag: String(config.tag ?? '').trim() };
  const counts = { sent: 0, refused: 0 };
  const show = () => void showStatus(red, node, monitor, counts);
  monitor.followers.set(node.id, {
    onChange: show,
    onSent: (frame, id) => {
      counts.sent += 1;
      node.send([null, { ...messageOf(frame), image: { id } }, null]);
    },
    onRefused: (frame, refused) => {
      counts.refused += 1;
      node.send([null, null, { ...messageOf(frame), refused }]);
    },
  });
  const timer = setInterval(show, LOOK);
  timer.unref();
  node.on('input', (message, send, done) => {
    spool(message, send).then(
      () => done(),
      (error: Error) => {
        send([null, null, { ...message, refused: { reason: error.message, status: 0 } }]);
        done(error.message);
      },
    );
  });
  node.on('close', (_removed, done) => {
    clearInterval(timer);
    monitor.followers.delete(node.id);
    done();
  });

  async function spool(message: Message, send: Send): Promise<void> {
    const frame = frameOf(message, defaults, node.id);
    const camera = await monitor.open();
    const { date, name, session } = await camera.keep(frame);
    send([{ ...message, spooled: { date, name, session: session ?? '' } }, null, null]);
  }
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
