/** Takes pictures at its pace, or as it is told, and counts what becomes of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Camera, CameraOptions } from '../../../../flow-nodes/src/camera.ts';
import type { Command } from '../../../../flow-nodes/src/commands/command-keeper.ts';
import { NoPicture, pictureOf } from '../../../../flow-nodes/src/nodes/picture-of.ts';
import { SpoolFull } from '../../../../flow-nodes/src/spool/limits.ts';
import { waitBefore } from '../../retry.ts';
import { CommandError } from '../command.ts';
import type { Shot, Source } from './source.ts';

interface Options {
  source: Source;
  /** Seconds between two pictures. */
  every: number;
  /** Pictures after which it ends. */
  count: number;
  /** Takes none until it is told to start. */
  isWaiting: boolean;
  about: { dataset: string | undefined; tag: string | undefined };
  say(text: string): void;
}

/** Pictures of a folder that may wait at once: others are on the disk already. */
const MOST_WAITING = 100;
/** Milliseconds between looks at a folder, and at what waits. */
const LOOK = 500;
/** Of a source that does not answer. Milliseconds. */
const AGAIN = { base: 1_000, limit: 30_000 };

export class Recorder {
  readonly refused: { name: string; reason: string }[] = [];
  stored = 0;
  /** Pictures on the disk, at the end. */
  waiting = 0;
  readonly #options: Options;
  #every: number;
  #isRunning: boolean;
  #taken = 0;
  #wake = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.#every = options.every;
    this.#isRunning = !options.isWaiting;
  }

  get events(): Pick<CameraOptions, 'onSent' | 'onRefused' | 'onProblem'> {
    const { say } = this.#options;
    return {
      onSent: () => {
        this.stored += 1;
      },
      onRefused: ({ name }, { reason }) => this.refused.push({ name, reason }),
      onProblem: ({ message }) => say(message),
    };
  }

  async run(camera: Camera, signal: AbortSignal): Promise<void> {
    const give = (command: Command) => void this.#obey(camera, command, signal);
    await camera.commands.hear(give);
    if (this.#isRunning) await camera.startSession();
    await this.#record(camera, signal);
    // What is on the disk already is sent, unless a person does not want to wait.
    while (!signal.aborted && (await camera.backlog()).count > 0) await this.#rest(LOOK, signal);
    await camera.endSession();
    this.waiting = (await camera.backlog()).count;
  }

  async #record(camera: Camera, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted && this.#taken < this.#options.count; ) {
      const begun = performance.now();
      if (!this.#isRunning) {
        await this.#rest(Number.POSITIVE_INFINITY, signal);
        continue;
      }
      try {
        const isTaken = await this.#take(camera, signal);
        failures = 0;
        if (!isTaken && this.#options.source.isFinite) return;
        await this.#rest(isTaken ? this.#pause(begun) : LOOK, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof CommandError || error instanceof SpoolFull)) throw error;
        failures += 1;
        if (failures === 1) this.#options.say(`${error.message}. Trying again.`);
        await this.#rest(waitBefore(AGAIN, failures), signal);
      }
    }
  }

  /** Files are there already: there is nothing to wait for but the service. */
  #pause(begun: number): number {
    const isFile = this.#options.source.isFinite;
    return isFile ? 0 : Math.max(0, begun + this.#every * 1000 - performance.now());
  }

  /** @returns false if the source has none now */
  async #take(camera: Camera, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && (await camera.backlog()).count >= MOST_WAITING && this.#options.source.isFinite)
      await this.#rest(LOOK, signal);
    const shot = await this.#options.source.take(signal);
    if (shot) await this.#keep(camera, shot);
    return shot !== null;
  }

  /** @returns the name of the picture on the disk */
  async #keep(camera: Camera, { bytes, name, date = Date.now() }: Shot): Promise<string> {
    this.#taken += 1;
    const called = name ?? `frame-${date}.${bytes[0] === 0xff ? 'jpg' : bytes[0] === 0x89 ? 'png' : 'webp'}`;
    try {
      await camera.keep({ bytes: pictureOf(bytes), date, name: called, ...this.#options.about });
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      this.refused.push({ name: called, reason: 'no JPEG, PNG or WebP picture of at most 20 MB' });
    }
    return called;
  }

  /** Ends early when there is something to do. */
  async #rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#wake.signal]);
    await sleep(Math.min(milliseconds, 2 ** 31 - 1), undefined, { signal: either }).catch(() => {});
  }

  #awake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async #obey(camera: Camera, { id, command, params }: Command, signal: AbortSignal): Promise<void> {
    const outcome = await this.#carryOut(camera, command, params, signal).then(
      (message) => ({ ok: true, message }),
      ({ message }: Error) => ({ ok: false, message }),
    );
    this.#options.say(`${command}: ${outcome.message}`);
    await camera.commands.end({ id, ...outcome }).catch(({ message }: Error) => this.#options.say(message));
  }

  async #carryOut(camera: Camera, command: string, params: Command['params'], signal: AbortSignal) {
    if (command === 'start' || command === 'stop') {
      this.#isRunning = command === 'start';
      await (this.#isRunning ? camera.startSession() : camera.stopSession());
      this.#awake();
      return this.#isRunning ? 'Started' : 'Stopped';
    }
    if (command === 'capture') {
      const shot = await this.#options.source.take(signal);
      if (!shot) throw new Error('There is no picture');
      return this.#keep(camera, shot);
    }
    if (command !== 'settings') throw new Error(`${command} is not known here`);
    const { every } = params;
    if (typeof every !== 'number' || !(every > 0)) throw new Error('every is missing: seconds');
    this.#every = every;
    this.#options.source.pace(every);
    this.#awake();
    return `every ${every} s`;
  }
}
