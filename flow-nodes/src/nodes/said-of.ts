/** Between the messages of a flow and what is said of an image: annotations, or predictions that are spooled as frames are. */
import type { Frame } from '../spool/frame-file.ts';
import { keptOf, LONGEST_ID } from './frame-of.ts';
import type { Message } from './red.ts';

/** Values of the node that count where the message has none. */
export interface Defaults {
  dataset: string;
  /** Number of an open run; '' for annotations. */
  run: string;
}

export interface Said {
  image: string;
  dataset: string;
  tags: object[];
  /** Undefined for annotations. */
  run: number | undefined;
}

/** @throws with a sentence that names the wrong property; the rest is for the service to judge */
export function saidOf(message: Message, defaults: Defaults): Said {
  const image = (message.image as { id?: unknown } | undefined)?.id;
  if (typeof image !== 'string')
    throw new Error('msg.image.id is missing: the second output of sightline-upload has it');
  const dataset = given(message.dataset) ?? defaults.dataset;
  if (dataset === '') throw new Error('No dataset: set it in the node or in msg.dataset');
  if ([image, dataset].some((each) => Buffer.byteLength(each) > LONGEST_ID))
    throw new Error(`The id of an image or dataset is longer than ${LONGEST_ID} bytes`);
  const tags = Array.isArray(message.tags) ? message.tags : message.payload;
  if (!Array.isArray(tags) || tags.some((each) => typeof each !== 'object' || each === null))
    throw new Error('msg.tags is not an array of {tag, x, y, w, h}');
  return { image, dataset, tags, run: runOf(message.run ?? defaults.run) };
}

/** What the spool keeps of predictions. The tags of annotations become boxes; a score must be there, none is made up. */
export function saidFrame(
  { image, dataset, tags }: Said,
  run: number,
  message: Message,
  node: string,
): Frame {
  const predictions = tags.map((each) => {
    const { x, y, w, h, ...more } = each as Record<string, unknown>;
    return x === undefined ? more : { ...more, box: [x, y, w, h] };
  });
  return {
    ...{ bytes: Buffer.from(JSON.stringify(predictions)), date: Date.now(), name: image, dataset, node },
    ...{ said: { run, image }, message: keptOf(message) },
  };
}

/** The message that goes on when the run has them, perhaps in another process. */
export const messageOfSaid = ({ message, dataset, said, bytes }: Frame): Message => ({
  ...message,
  ...{ dataset, image: { id: said?.image }, run: said?.run },
  payload: JSON.parse(Buffer.from(bytes).toString()),
});

const given = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function runOf(run: unknown): number | undefined {
  const text = String(run).trim();
  if (text === '') return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error('The run is not a number: an open run of the dataset has one');
}
