import { SaxesParser } from 'saxes';
import { LONGEST } from '../../../../../packages/formats/src/read/budget.ts';
import { FileFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { Xml, XmlAttributes, XmlNote } from '../../../../../packages/formats/src/text/xml.ts';

/** Maximum nesting, and elements of one file. */
const DEEPEST = 32;
const MOST_ELEMENTS = 100_000;
/** Characters of a name: paths are made of them. */
const LONGEST_NAME = 100;
/** Characters that are parsed at once. */
const PIECE = 16 * 1024;

/** No document type is read, and no entities but those of XML itself. @throws FileFault */
export async function readXml(text: string, note: XmlNote): Promise<void> {
  const parser = new XmlReader(note, MOST_ELEMENTS);
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
  }
  parser.close();
}

/**
 * The same for a file of any size, with what `note` returned for each of its pieces.
 * @throws FileFault
 */
async function* xmlItems<T>(
  bytes: AsyncIterable<Buffer>,
  note: (...element: Parameters<XmlNote>) => T | undefined,
): AsyncGenerator<T> {
  const found: T[] = [];
  const parser = new XmlReader((...element) => {
    const item = note(...element);
    if (item !== undefined) found.push(item);
  }, Infinity);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
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

  constructor(note: XmlNote, most: number) {
    const turn = () => {
      this.#since = 0;
    };
    this.#parser = saxParser(note, most, turn);
  }

  /** @throws FileFault, also for a very long text or tag, which the parser would hold */
  write(text: string): void {
    this.#since += text.length;
    this.#parser.write(text);
    if (this.#since > LONGEST + text.length)
      throw new FileFault(`it has an element of more than ${LONGEST} characters`);
  }

  close(): void {
    this.#parser.close();
  }
}

function saxParser(note: XmlNote, most: number, turn: () => void): SaxesParser {
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
    if (open.length >= DEEPEST) fail(`it is nested more than ${DEEPEST} deep`);
    if (elements > most) fail(`it has more than ${most} elements`);
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

export const xml: Xml = { read: readXml, items: xmlItems };
