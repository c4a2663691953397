/** `sightline camera`: pictures of a folder, an address or a webcam into a monitor, through a spool, and what people tell it. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Camera, defaultFolder } from '../../../../flow-nodes/src/camera.ts';
import { type Call, type Command, CommandError, EXIT, numberOf, textOf, UsageError } from '../command.ts';
import { addressOf } from '../connect.ts';
import { openSource } from './open-source.ts';
import { Recorder } from './recorder.ts';

/** Bytes that may wait on the disk. */
const SPOOL = 2_000_000_000;

export const camera: Command = {
  name: 'camera SOURCE',
  about: `Sends pictures into a monitor: of a folder, of a network camera (http://…/snapshot.jpg), or by ffmpeg of a stream (rtsp://…) or a webcam
(/dev/video0). They wait on the disk while the service is away, and each counts once. It does what people tell it: start, stop, capture,
and settings with every. Its device key is in SIGHTLINE_KEY. It runs until Ctrl-C; for a folder until all is sent.`,
  options: {
    monitor: { value: 'ID', about: 'of the camera', isRequired: true },
    dataset: { value: 'ID', about: "where its pictures go; else the monitor's own" },
    tag: { value: 'ID', about: 'label of all pictures; without it they have none' },
    every: { value: 'SECONDS', about: 'between two pictures; 1 unless given' },
    count: { value: 'N', about: 'pictures, then it ends' },
    follow: { about: 'also pictures that come into the folder later' },
    wait: { about: 'takes none until it is told to start' },
    spool: { value: 'FOLDER', about: 'where pictures wait; one for each camera' },
  },
  async run({ given, words: [name = ''], env }) {
    const every = numberOf(given, 'every') ?? 1;
    if (!(every >= 0)) throw new UsageError('--every is a number of seconds.');
    const count = numberOf(given, 'count') ?? Number.POSITIVE_INFINITY;
    const source = await openSource(name, every, given.follow === true);
    const recorder = new Recorder({
      ...{ source, every, count, isWaiting: given.wait === true },
      about: { dataset: textOf(given, 'dataset'), tag: textOf(given, 'tag') },
      say: (text) => void process.stderr.write(`${text}\n`),
    });
    const device = await open(given, env, recorder);
    const interrupt = new AbortController();
    for (const each of ['SIGINT', 'SIGTERM'] as const) process.once(each, () => interrupt.abort());
    try {
      await recorder.run(device, interrupt.signal);
    } finally {
      source.close();
      await device.close();
    }
    const { stored, refused, waiting } = recorder;
    const rest = waiting > 0 ? ` ${waiting} wait on the disk until it runs again.` : '';
    const text = `${stored} pictures are stored, ${refused.length} refused.${rest}`;
    const lines = refused.map((each) => `\n${each.name}: ${each.reason}`);
    const exit = refused.length > 0 ? EXIT.failed : EXIT.done;
    return { text: text + lines.join(''), json: { stored, refused, waiting }, exit };
  },
};

async function open(given: Call['given'], env: Call['env'], recorder: Recorder): Promise<Camera> {
  const monitor = textOf(given, 'monitor') as string;
  const state = env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  try {
    return await Camera.open({
      baseUrl: await addressOf(given, env),
      monitor,
      deviceKey: env.SIGHTLINE_KEY,
      folder: textOf(given, 'spool') ?? defaultFolder(state, monitor),
      limits: { bytes: SPOOL, age: 0, atLimit: 'refuse' },
      ...recorder.events,
    });
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}
