/** Random faults between the functions and their servers, and crashes of both. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../../../emulators/faults.ts';
import type { Random } from '../../../emulators/scenes/random.ts';
import type { Mode } from '../proxy.ts';
import type { Ledger } from './ledger.ts';
import { SERVERS, type ServerName, type SoakStage, WORKERS } from './stage.ts';

interface Maker {
  random: Random;
  signal: AbortSignal;
}

/** Range of milliseconds between two faults, kills and server restarts, and of the duration of a fault. */
const PEACE = { fault: [500, 4000], kill: [3000, 9000], restart: [8000, 20_000] } as const;
const STANDS = { usual: [200, 3000], long: [8000, 16_000] } as const;
/** Fraction of faults that outlast the clients' own retries. */
const LONG = 0.08;
/** Milliseconds in which a frame must be acknowledged again. */
const OUTLIVED = 30_000;
/** Milliseconds until a killed worker is started again. */
const AWAY = 700;

const network: readonly Mode[] = ['refused', 'reset', 'hang', 'mute'];
const GRPC: Record<string, Mode> = { 503: { grpc: 14 }, quota: { grpc: 8 } };
const HTTP: Record<string, Mode> = { 503: { status: 503 }, quota: { status: 429 } };

/** Resolves when the signal is aborted and all faults have ended. */
export async function makeTrouble(stage: SoakStage, ledger: Ledger, maker: Maker): Promise<void> {
  await Promise.all([
    again(breakServer, [stage, ledger, maker], PEACE.fault),
    again(killWorker, [stage, ledger, maker], PEACE.kill),
    again(restartServer, [stage, ledger, maker], PEACE.restart),
  ]);
}

type Act = (stage: SoakStage, ledger: Ledger, maker: Maker) => Promise<void>;

/**
 * The next fault comes after the service has recovered from the last one, so that on a slow machine too, each meets running
 * requests.
 */
async function again(
  act: Act,
  [stage, ledger, maker]: Parameters<Act>,
  [least, most]: readonly [number, number],
) {
  const { random, signal } = maker;
  while (!signal.aborted) {
    await rest(random.between(least, most), signal);
    if (!signal.aborted) await act(stage, ledger, maker);
    const before = ledger.kept;
    for (let waited = 0; waited < OUTLIVED && ledger.kept === before && !signal.aborted; waited += 50)
      await rest(50, signal);
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});

async function breakServer(stage: SoakStage, ledger: Ledger, { random, signal }: Maker): Promise<void> {
  const server = random.pick(SERVERS);
  const [least, most] = random.next() < LONG ? STANDS.long : STANDS.usual;
  const duration = random.between(least, most);
  const heal =
    server !== 'firestore' && random.next() < 0.5
      ? breakInside(stage, ledger, server, random)
      : await breakBetween(stage, ledger, server, random);
  await rest(duration, signal);
  await heal();
}

/** A fault of the network, or of a front end that answers instead of the server. */
async function breakBetween({ proxies }: SoakStage, ledger: Ledger, server: ServerName, random: Random) {
  const answers = server === 'firestore' ? GRPC : HTTP;
  const name = random.pick([...network, ...Object.keys(answers)] as string[]);
  await proxies[server].set(answers[name] ?? (name as Mode));
  ledger.noteTrouble(`${server} ${name}`);
  return () => proxies[server].set('pass');
}

/** A fault of the server itself: slow, refusing, hanging, or resetting the connection before or after the work. */
function breakInside({ stack }: SoakStage, ledger: Ledger, server: ServerName, random: Random) {
  const faults = stack.faults[server as 'storage' | 'database'];
  const kinds: Record<string, Omit<Fault, 'path'>> = {
    latency: { latency: random.whole(50, 1500) },
    '503 within': { status: 503, times: random.whole(1, 20) },
    'reset before': { reset: 'before', times: random.whole(1, 10) },
    'reset after': { reset: 'after', times: random.whole(1, 10) },
    'hang within': { hang: true, times: random.whole(1, 3) },
  };
  const name = random.pick(Object.keys(kinds));
  faults.set([{ path: '', ...kinds[name] }]);
  ledger.noteTrouble(`${server} ${name}`);
  return async () => faults.set([]);
}

/** Usually the one that receives frames. */
async function killWorker({ stack }: SoakStage, ledger: Ledger, { random }: Maker): Promise<void> {
  const name = random.pick(['monitor', 'monitor', 'monitor', ...WORKERS] as const);
  const worker = stack.functions[name]!;
  ledger.noteTrouble(`kill of ${name}`);
  await worker.kill();
  await wait(random.between(0, AWAY));
  await worker.restart();
}

async function restartServer({ stack }: SoakStage, ledger: Ledger, { random }: Maker): Promise<void> {
  const name = random.pick(['storage', 'database'] as const);
  ledger.noteTrouble(`restart of ${name}`);
  await stack.restart[name]();
}
