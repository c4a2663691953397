/** Pictures of a stream or a webcam, by the program ffmpeg, which is asked for nothing but JPEG. */
import { type ChildProcess, spawn } from 'node:child_process';
import { CommandError } from '../command.ts';
import type { Shot, Source } from './source.ts';

/** Pictures a second, at most. */
const FASTEST = 25;
const [BEGIN, END] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
/** Bytes of one picture, at most (Contract 6). */
const MOST = 20_000_000;

/** Pictures in a row, as ffmpeg writes them. Inside a JPEG, 0xff is never followed by the end's second byte. */
export class JpegSplitter {
  #rest = Buffer.alloc(0);

  push(chunk: Buffer): Buffer[] {
    const found: Buffer[] = [];
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const from = this.#rest.indexOf(BEGIN);
      const to = from < 0 ? -1 : this.#rest.indexOf(END, from + BEGIN.length);
      if (to < 0) break;
      found.push(this.#rest.subarray(from, to + END.length));
      this.#rest = this.#rest.subarray(to + END.length);
    }
    if (this.#rest.length > MOST) this.#rest = Buffer.alloc(0);
    return found;
  }
}

export class FfmpegSource implements Source {
  readonly isFinite = false;
  readonly #name: string;
  #every: number;
  #child: ChildProcess | undefined;
  #waiting: { resolve(shot: Shot): void; reject(error: Error): void } | undefined;

  constructor(name: string, every: number) {
    this.#name = name;
    this.#every = every;
  }

  /** The next one that the camera takes. */
  take(signal: AbortSignal): Promise<Shot> {
    return new Promise((resolve, reject) => {
      const end = () => reject(new CommandError('interrupted'));
      signal.addEventListener('abort', end, { once: true });
      const leave = () => signal.removeEventListener('abort', end);
      const settle =
        <T>(settled: (value: T) => void) =>
        (value: T) => {
          leave();
          settled(value);
        };
      this.#waiting = { resolve: settle(resolve), reject: settle(reject) };
      this.#child ??= this.#start();
    });
  }

  pace(every: number): void {
    this.#every = every;
    this.close();
  }

  close(): void {
    this.#child?.kill();
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const child = spawn('ffmpeg', this.#arguments(), { stdio: ['ignore', 'pipe', 'pipe'] });
    const splitter = new JpegSplitter();
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      // Only the newest counts: a picture that waits is old.
      const bytes = splitter.push(chunk).at(-1);
      if (bytes) this.#waiting?.resolve({ bytes: Buffer.from(bytes) });
    });
    child.stderr.on('data', (text: Buffer) => {
      said = `${said}${text}`.slice(-500);
    });
    const fail = (reason: string) => {
      if (this.#child === child) this.#child = undefined;
      this.#waiting?.reject(new CommandError(reason));
    };
    child.on('error', ({ code }: NodeJS.ErrnoException) =>
      fail(code === 'ENOENT' ? 'ffmpeg is not installed: it reads streams and webcams' : `ffmpeg: ${code}`),
    );
    child.on('close', () => fail(`ffmpeg has ended: ${said.trim().split('\n').at(-1) ?? ''}`));
    return child;
  }

  #arguments(): string[] {
    const input = this.#name.startsWith('/dev/') ? ['-f', 'v4l2'] : ['-rtsp_transport', 'tcp'];
    const rate = Math.min(FASTEST, Math.max(1, 1 / this.#every));
    return [
      ...['-nostdin', '-loglevel', 'error', ...input, '-i', this.#name],
      ...['-an', '-vf', `fps=${rate}`, '-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '2', 'pipe:1'],
    ];
  }
}
