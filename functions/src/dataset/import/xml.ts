import { SaxesParser } from 'saxes';
import { FileFault } from './archive.ts';

/** Maximum nesting, and elements of one file. */
const DEEPEST = 32;
const MOST_ELEMENTS = 100_000;

/**
 * Calls `note` at the end of each element, with its path (`annotation/object/name`) and its text, which is null if it has
 * elements in it. No document type is read, and no entities but those of XML itself.
 * @throws FileFault
 */
export function readXml(text: string, note: (path: string, content: string | null) => void): void {
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
  parser.write(text).close();
}
