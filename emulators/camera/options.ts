import type { RetryPolicy } from '../../client/src/index.ts';
import { readCommandLine } from '../../functions/src/common/command-line.ts';
import { CameraError } from './camera-error.ts';

export interface CameraOptions {
  monitor: string;
  /** Base address of the functions: Contract 1. */
  url: string;
  /** Dataset id; null uses the monitor's default. */
  dataset: string | null;
  /** Tag id or path; null leaves the pictures unlabelled. */
  tag: string | null;
  /** Frames per second; 0 sends as fast as answers arrive. */
  fps: number;
  /** Number of frames; null: 100 drawn ones, or every file of the folder once. */
  count: number | null;
  /** Folder of pictures; null draws scenes. */
  dir: string | null;
  /** Maximum number of requests in flight. */
  concurrency: number;
  /** Device key: Contract 8. */
  key: string | null;
  /** Joins a running session and leaves it running. */
  join: boolean;
  /** Starts, stops and captures as it is told, instead of one session at once. */
  obey: boolean;
  /** Seed of the drawn scenes. */
  seed: number;
  /** JPEG quality of drawn scenes. */
  quality: number;
  retry: RetryPolicy;
}

/** Eight attempts wait one to two minutes in total, which outlasts a restart of the service. Milliseconds. */
export const RETRY: RetryPolicy = { attempts: 8, base: 1000, limit: 64_000, timeout: 30_000 };

export const LOCAL_URL = 'http://127.0.0.1:5001/demo-sightline/us-central1';

export const USAGE = `A camera: starts a session, posts pictures, stops the session.

  npm run camera -- --monitor line-1 --dataset bolts --fps 5 --count 200

  --monitor ID      whose session it is (required)
  --dataset ID      where the pictures go; without it the monitor's default
  --tag TAG         label of every picture
  --fps N           frames a second, 5; 0: as fast as answers come
  --count N         how many, 100; with --dir every file once
  --dir FOLDER      post the JPEG, PNG and WebP files of a folder instead of drawn scenes
  --url BASE        ${LOCAL_URL}
  --concurrency N   requests in flight at the most, 16
  --key KEY         the monitor's device key; better in SIGHTLINE_KEY
  --join            take part in a session that runs already, and leave it running
  --obey            wait for commands: start, stop, capture; until Ctrl-C
  --attempts N      tries for each frame, ${RETRY.attempts}
  --timeout SEC     how long an answer may take, ${RETRY.timeout / 1000}
  --seed N, --quality N   of the drawn scenes

Exit status 1 when a frame was lost. A broken file of --dir that is refused is reported, and not lost.`;

/** A mistake on the command line. */
export class UsageError extends CameraError {}

export const withDefaults = (options: Partial<CameraOptions> & { monitor: string }): CameraOptions => ({
  url: LOCAL_URL,
  dataset: null,
  tag: null,
  fps: 5,
  count: null,
  dir: null,
  concurrency: 16,
  key: null,
  join: false,
  obey: false,
  seed: 1,
  quality: 86,
  retry: RETRY,
  ...options,
});

/**
 * @returns null if help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): CameraOptions | null {
  const values = parseFlags(args);
  if (values.help) return null;
  if (!values.monitor) throw new UsageError('--monitor is missing: whose session is it?');
  return withDefaults({
    monitor: values.monitor,
    url: requireUrl(values.url ?? LOCAL_URL),
    dataset: values.dataset ?? null,
    tag: values.tag ?? null,
    fps: requireNumber('fps', values.fps ?? '5', 0),
    count: values.count === undefined ? null : requireWhole('count', values.count, 1),
    dir: values.dir ?? null,
    concurrency: requireWhole('concurrency', values.concurrency ?? '16', 1),
    key: values.key ?? process.env.SIGHTLINE_KEY ?? null,
    join: values.join ?? false,
    obey: values.obey ?? false,
    seed: requireWhole('seed', values.seed ?? '1', 0),
    quality: requireWhole('quality', values.quality ?? '86', 1),
    retry: {
      ...RETRY,
      attempts: requireWhole('attempts', values.attempts ?? String(RETRY.attempts), 1),
      timeout: requireNumber('timeout', values.timeout ?? String(RETRY.timeout / 1000), 0.001) * 1000,
    },
  });
}

function parseFlags(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    monitor: text,
    dataset: text,
    tag: text,
    fps: text,
    count: text,
    dir: text,
    url: text,
    concurrency: text,
    key: text,
    seed: text,
    quality: text,
    attempts: text,
    timeout: text,
    join: flag,
    obey: flag,
    help: { ...flag, short: 'h' },
  };
  try {
    return readCommandLine('npm run camera', { args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function requireNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < least) {
    throw new UsageError(`--${name} ${text} is not a number of ${least} or more`);
  }
  return value;
}

function requireWhole(name: string, text: string, least: number): number {
  const value = requireNumber(name, text, least);
  if (!Number.isInteger(value)) throw new UsageError(`--${name} ${text} is not a whole number`);
  return value;
}

function requireUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`--url ${text} is not a web address`);
  return text.replace(/\/+$/, '');
}
