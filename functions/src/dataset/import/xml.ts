import { SaxesParser } from 'saxes';
import { isPauseDue, pause } from '../../common/pause.ts';
import { FileFault } from './import-fault.ts';

/** Maximum nesting, and elements of one file. */
const DEEPEST = 32;
const MOST_ELEMENTS = 100_000;
/** Characters of a name: paths are made of them. */
const LONGEST_NAME = 100;
/** Characters that are parsed at once. */
const PIECE = 16 * 1024;

/**
 * Calls `note` at the end of each element, with its path (`annotation/object/name`) and its text, which is null if it has
 * elements in it. No document type is read, and no entities but those of XML itself.
 * @throws FileFault
 */
export async function readXml(
  text: string,
  note: (path: string, content: string | null) => void,
): Promise<void> {
  const parser = new SaxesParser();
  const open: string[] = [];
  let content = '';
  let elements = 0;
  let isLeaf = false;
  const fail = (reason: string): never => {
    throw new FileFault(reason);
  };
  parser.on('error', () => fail('it is not XML'));
  parser.on('doctype', () => fail('it has a document type, which is not read'));
  parser.on('opentag', ({ name }) => {
    elements += 1;
    if (name.length > LONGEST_NAME) fail('it has an element with a very long name');
    if (open.length >= DEEPEST || elements > MOST_ELEMENTS)
      fail('it is nested too deeply or has too many elements');
    open.push(name);
    content = '';
    isLeaf = true;
  });
  const add = (more: string) => {
    content += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    note(open.join('/'), isLeaf ? content.trim() : null);
    open.pop();
    isLeaf = false;
  });
  for (let at = 0; at < text.length; at += PIECE) {
    if (isPauseDue()) await pause();
    parser.write(text.slice(at, at + PIECE));
  }
  parser.close();
}
