/** `sightline-monitor`: opens the camera's spool when the flows start, and tells its nodes what becomes of frames. */
import { Camera, defaultFolder } from '../camera.ts';
import type { Frame } from '../spool/frame-file.ts';
import { SpoolInUse } from '../spool/lock.ts';
import { limitsOf } from './limits-of.ts';
import type { Config, Red, RedNode } from './red.ts';
import { Throttle } from './throttle.ts';

/** What a monitor node calls its nodes for. */
export interface Follower {
  onSent?(frame: Frame, id: string): void;
  onRefused?(frame: Frame, refused: { reason: string; status: number }): void;
  /** At most twice a second: refresh the status. */
  onChange(): void;
}

export interface MonitorNode extends RedNode {
  /** Undefined until the spool is open. */
  camera: Camera | undefined;
  /** Why the spool is not open. */
  problem: string | undefined;
  /** @throws with a sentence if the spool cannot be opened */
  open(): Promise<Camera>;
  followers: Map<string, Follower>;
  /** Called with the camera before its first frame is taken. */
  starters: Map<string, (camera: Camera) => Promise<void>>;
  monitor: string;
  /** Of the service; the stored key is for no other. */
  address: string;
}

/** Milliseconds between attempts to open a spool that somebody else uses or that cannot be written. */
const AGAIN = 5_000;
/** Longest wait for the other nodes of the flows, milliseconds. */
const STARTING = 3_000;
/** Milliseconds between two changes of a status. */
const STATUS = 500;

export function registerMonitor(red: Red): void {
  red.nodes.registerType(
    'sightline-monitor',
    function (this: RedNode, config) {
      red.nodes.createNode(this, config);
      startMonitor(red, this as MonitorNode, config);
    },
    { credentials: { key: { type: 'password' } } },
  );
}

export function monitorOf(red: Red, id: unknown): MonitorNode | undefined {
  const node = typeof id === 'string' ? red.nodes.getNode(id) : null;
  return node?.type === 'sightline-monitor' ? (node as MonitorNode) : undefined;
}

function startMonitor(red: Red, node: MonitorNode, config: Config): void {
  const text = (property: string): string => String(config[property] ?? '').trim();
  const changes = new Throttle(STATUS, () => {
    for (const each of node.followers.values()) each.onChange();
  });
  const problems = new Set<string>();
  node.monitor = text('monitor');
  node.address = text('address');
  node.followers = new Map();
  node.starters = new Map();
  const open = () =>
    Camera.open({
      baseUrl: node.address,
      monitor: node.monitor,
      deviceKey: node.credentials?.key || undefined,
      folder: text('folder') || defaultFolder(red.settings.userDir ?? '.', node.id),
      limits: limitsOf(config),
      onSent: (frame, id) => node.followers.get(frame.node ?? '')?.onSent?.(frame, id),
      onRefused: (frame, refused) => {
        report(node, problems, `${refused.reason} (${frame.name})`, refused.reason);
        node.followers.get(frame.node ?? '')?.onRefused?.(frame, refused);
      },
      onProblem: ({ message }) => report(node, problems, message),
      onChange: () => changes.note(),
    });
  const close = keepOpen(red, node, open, () => changes.note());
  node.on('close', (removed, done) => {
    changes.stop();
    const warn = ({ message }: Error) => node.warn(message);
    void close(removed).catch(warn).finally(done);
  });
}

/** Each problem is reported once until the flows start again: thousands of frames may have the same. */
function report(node: MonitorNode, problems: Set<string>, text: string, kind = text): void {
  if (problems.has(kind) || problems.size > 100) return;
  problems.add(kind);
  node.warn(text);
}

/** Opens the spool, again and again if need be. @returns closes it */
function keepOpen(red: Red, node: MonitorNode, open: () => Promise<Camera>, onChange: () => void): Close {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let opening: Promise<Camera>;
  const started = flowsStarted(red);
  const tryOpen = async (): Promise<Camera> => {
    if (node.monitor === '') throw new Error('The monitor node names no monitor');
    const camera = await open();
    // A session that is kept running begins before the first frame is taken.
    await started.done;
    for (const begin of node.starters.values()) await begin(camera);
    node.camera = camera;
    node.problem = undefined;
    return camera;
  };
  const begin = (): void => {
    opening = tryOpen();
    opening.then(onChange, (error: Error) => {
      if (node.problem !== error.message) node.warn(error.message);
      node.problem = error.message;
      const mayPass = error instanceof SpoolInUse || 'code' in error;
      if (!isClosed && mayPass) timer = setTimeout(begin, AGAIN);
      onChange();
    });
  };
  begin();
  node.open = () => opening;
  return async (removed) => {
    isClosed = true;
    clearTimeout(timer);
    started.stop();
    const camera = await opening.catch(() => undefined);
    clearTimeout(timer);
    if (removed) await camera?.endSession();
    await camera?.close();
  };
}

type Close = (removed: boolean) => Promise<void>;

/** All nodes of the flows are there; a time limit in case the event was missed. */
function flowsStarted(red: Red): { done: Promise<void>; stop(): void } {
  let stop = () => {};
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, STARTING);
    stop = () => {
      clearTimeout(timer);
      red.events.removeListener('flows:started', stop);
      resolve();
    };
    red.events.on('flows:started', stop);
  });
  return { done, stop };
}
