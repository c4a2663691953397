import { FileFault } from '../read/import-fault.ts';
import { linesOf, parseJson } from './text-streams.ts';
import { isFields } from './values.ts';

/** The objects of a file that has one in JSON on each line. @throws FileFault */
export async function* jsonLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Record<string, unknown>> {
  for await (const [line, number] of linesOf(bytes)) {
    const value = parseJson(line);
    if (!isFields(value)) throw new FileFault(`line ${number} is not a JSON object`);
    yield value;
  }
}

/** Whether a text in JSON is a list, by its beginning. */
export const isJsonList = (beginning: Buffer): boolean => /^\uFEFF?\s*\[/.test(beginning.toString());
