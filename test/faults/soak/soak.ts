/** A soak: cameras, people and faults for some time, then a pause, the sweep, and an audit of everything acknowledged. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Random } from '../../../emulators/scenes/random.ts';
import { triggerScheduled } from '../../../emulators/stack/schedule.ts';
import { type AuditLine, auditKept, auditSwept } from './auditor.ts';
import { drawPictures, runCamera } from './cameras.ts';
import { Ledger } from './ledger.ts';
import { runAnalyst, runAnnotator, runForeman } from './people.ts';
import { openSoakStage, type SoakStage } from './stage.ts';
import { makeTrouble } from './trouble.ts';
import { readWorld, type World } from './world.ts';

const SWEEP = resolve(import.meta.dirname, '../../../functions/src/sweep/sweep.ts');

export interface SoakOptions {
  cameras: number;
  /** Frames a second of each camera. */
  fps: number;
  seconds: number;
  /** Seed of all random choices; their timing depends on the machine. */
  seed: number;
  /** Called at intervals with the elapsed seconds. */
  onProgress?: (seconds: number, ledger: Ledger) => void;
}

export interface SoakReport {
  ledger: Ledger;
  /** Number of repairs of the sweep, by kind. */
  repaired: Record<string, number>;
  audit: AuditLine[];
}

/**
 * Milliseconds after the last fault in which every frame must be acknowledged; includes the time in which gRPC reconnects.
 */
const CALM = 90_000;
/** Milliseconds after the last call in which live state and counters are published. */
const REST = 3000;

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const stage = await openSoakStage(options.cameras);
  try {
    const ledger = new Ledger();
    await liveThrough(stage, ledger, options);
    const audit = auditKept(ledger, await readWorld(stage));
    const repaired = await sweep(stage);
    audit.push(...auditSwept(await readWorld(stage)));
    return { ledger, repaired, audit };
  } finally {
    await stage.close();
  }
}

/** Runs cameras and people; after the faults have ended, they complete their last calls. */
export async function liveThrough(stage: SoakStage, ledger: Ledger, options: SoakOptions): Promise<void> {
  const { fps, seconds, seed, onProgress } = options;
  const pictures = await drawPictures();
  const [work, trouble] = [new AbortController(), new AbortController()];
  let streams = 0;
  const person = () => ({ random: new Random(seed, ++streams), signal: work.signal });
  const workers = [
    ...stage.monitors.map((monitor) => runCamera(stage, ledger, { monitor, fps, pictures, ...person() })),
    ...[runForeman, runAnnotator, runAnnotator, runAnnotator, runAnalyst].map((run) =>
      run(stage, ledger, person()),
    ),
  ];
  const making = makeTrouble(stage, ledger, { ...person(), signal: trouble.signal });
  const began = Date.now();
  const progress = setInterval(() => onProgress?.((Date.now() - began) / 1000, ledger), 15_000);
  await wait(seconds * 1000);
  trouble.abort();
  await making;
  work.abort();
  // The audit finds what is not acknowledged by then.
  await Promise.race([Promise.all(workers), wait(CALM, undefined, { ref: false })]);
  clearInterval(progress);
  await wait(REST);
  await triggerScheduled(stage.stack.functions.counters!);
  ledger.findings.push(...stage.unforeseen);
}

/** Runs the project's command. */
export async function sweep({ env }: SoakStage): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, [SWEEP, '--older-than=0s'], {
    env: { ...process.env, ...env, NODE_OPTIONS: '' },
    maxBuffer: 1e8,
  });
  const repaired: Record<string, number> = {};
  for (const [, kind] of stdout.matchAll(/^(\w[\w ]*?) {2,}\S/gm))
    repaired[kind!] = (repaired[kind!] ?? 0) + 1;
  return repaired;
}

export type { World };
