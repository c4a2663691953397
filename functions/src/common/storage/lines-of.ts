const LINE_BREAK = 0x0a;

/** The complete lines of each chunk. A line, and even a character, may start in one chunk and end in another. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_BREAK);
    if (end < 0) {
      rest.push(chunk);
      continue;
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
    rest = [chunk.subarray(end + 1)];
    yield text.split('\n');
  }
}
