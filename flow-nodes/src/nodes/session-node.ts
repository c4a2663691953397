/** `sightline-session`: starts and stops a session by message, or keeps one running. */
import type { Camera } from '../camera.ts';
import type { SessionView } from '../session/session-keeper.ts';
import { type MonitorNode, monitorOf } from './monitor-node.ts';
import type { Message, Red, RedNode, Status } from './red.ts';

export function registerSession(red: Red): void {
  red.nodes.registerType('sightline-session', function (this: RedNode, config) {
    red.nodes.createNode(this, config);
    const monitor = monitorOf(red, config.monitor);
    if (!monitor) return this.status({ fill: 'red', shape: 'ring', text: red._('status.no-monitor') });
    startNode(red, this, monitor, config.keep === true);
  });
}

function startNode(red: Red, node: RedNode, monitor: MonitorNode, keep: boolean): void {
  const show = () => node.status(statusOf(red, monitor));
  monitor.followers.set(node.id, { onChange: show });
  if (keep) keepRunning(node, monitor);
  node.on('input', (message, send, done) => {
    order(message, monitor).then(
      ({ name }) => {
        const session = { name, id: name && `${monitor.monitor}.${name}`, running: name !== '' };
        send({ ...message, session });
        done();
      },
      ({ message }: Error) => done(message),
    );
  });
  node.on('close', (removed, done) => {
    monitor.followers.delete(node.id);
    monitor.starters.delete(node.id);
    // A restart goes on with the session; a node that is taken out of the flow ends what it kept running.
    if (!removed || !keep || !monitor.camera) return done();
    void monitor.camera.endSession().finally(done);
  });
}

function keepRunning(node: RedNode, monitor: MonitorNode): void {
  const start = async (camera: Camera): Promise<void> => {
    await camera.startSession().catch(({ message }: Error) => node.error(message));
  };
  // Also where the spool is opened late, for example after another process has ended.
  monitor.starters.set(node.id, start);
  if (monitor.camera) void start(monitor.camera);
}

const STARTS: readonly unknown[] = ['start', true];
const STOPS: readonly unknown[] = ['stop', false];

async function order({ payload }: Message, monitor: MonitorNode): Promise<SessionView> {
  const isStart = STARTS.includes(payload);
  if (!isStart && !STOPS.includes(payload))
    throw new Error('msg.payload is neither "start" nor "stop" (or true, false)');
  const camera = await monitor.open();
  return isStart ? camera.startSession() : camera.stopSession();
}

function statusOf(red: Red, { camera, problem }: MonitorNode): Status {
  if (!camera) return problem ? { fill: 'red', shape: 'dot', text: problem.slice(0, 80) } : {};
  const { state, since, trouble } = camera.session;
  const text = red._(`status.session-${state}`, { since: new Date(since).toLocaleTimeString() });
  if (trouble)
    return { fill: trouble.isHeld ? 'red' : 'yellow', shape: 'ring', text: `${text} · ${trouble.reason}` };
  return { fill: state === 'stopped' ? 'grey' : 'green', shape: state === 'running' ? 'dot' : 'ring', text };
}
