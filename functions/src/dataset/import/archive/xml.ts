import { SaxesParser } from 'saxes';
import { isPauseDue, pause } from '../../../common/concurrency/pause.ts';
import { FileFault } from '../import-fault.ts';
import { LONGEST } from './budget.ts';

/** Maximum nesting, and elements of one file. */
const DEEPEST = 32;
const MOST_ELEMENTS = 100_000;
/** Characters of a name: paths are made of them. */
const LONGEST_NAME = 100;
/** Characters that are parsed at once. */
const PIECE = 16 * 1024;

/** By name. */
export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Called at the end of each element, with its path (`annotation/object/name`) and its text, which is null if it has elements in
 * it.
 */
type Note = (path: string, content: string | null, attributes: XmlAttributes) => void;

/** No document type is read, and no entities but those of XML itself. @throws FileFault */
export async function readXml(text: string, note: Note): Promise<void> {
  const parser = new XmlReader(note, MOST_ELEMENTS);
  for (let at = 0; at < text.length; at += PIECE) {
    if (isPauseDue()) await pause();
    parser.write(text.slice(at, at + PIECE));
  }
  parser.close();
}

/**
 * The same for a file of any size, with what `note` returned for each of its pieces.
 * @throws FileFault
 */
export async function* xmlItems<T>(
  bytes: AsyncIterable<Buffer>,
  note: (...element: Parameters<Note>) => T | undefined,
): AsyncGenerator<T> {
  const found: T[] = [];
  const parser = new XmlReader((...element) => {
    const item = note(...element);
    if (item !== undefined) found.push(item);
  }, Infinity);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    if (isPauseDue()) await pause();
    parser.write(decode(decoder, chunk));
    yield* found.splice(0);
  }
  parser.close();
  yield* found;
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new FileFault('it is not text in UTF-8');
  }
}

class XmlReader {
  readonly #parser: Pick<SaxesParser, 'write' | 'close'>;
  /** Characters since the last element began or ended. */
  #since = 0;

  constructor(note: Note, most: number) {
    const turn = () => {
      this.#since = 0;
    };
    this.#parser = saxParser(note, most, turn);
  }

  /** @throws FileFault, also for a very long text or tag, which the parser would hold */
  write(text: string): void {
    this.#since += text.length;
    this.#parser.write(text);
    if (this.#since > LONGEST + text.length) throw new FileFault('it has an element that is too long');
  }

  close(): void {
    this.#parser.close();
  }
}

function saxParser(note: Note, most: number, turn: () => void): SaxesParser {
  const parser = new SaxesParser();
  const open: { name: string; attributes: XmlAttributes }[] = [];
  let content = '';
  let elements = 0;
  let isLeaf = false;
  const fail = (reason: string): never => {
    throw new FileFault(reason);
  };
  parser.on('error', () => fail('it is not XML'));
  parser.on('doctype', () => fail('it has a document type, which is not read'));
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    turn();
    if (name.length > LONGEST_NAME) fail('it has an element with a very long name');
    if (open.length >= DEEPEST || elements > most) fail('it is nested too deeply or has too many elements');
    open.push({ name, attributes });
    content = '';
    isLeaf = true;
  });
  const add = (more: string) => {
    content += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    turn();
    const path = open.map((each) => each.name).join('/');
    note(path, isLeaf ? content.trim() : null, open.pop()?.attributes ?? {});
    isLeaf = false;
    content = '';
  });
  return parser;
}
