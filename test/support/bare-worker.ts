/** A process that only does the work itself: the reference for the memory of our workers. */
import { join } from 'node:path';
import { type Child, startChild } from '../../emulators/stack/child.ts';
import { waitUntil } from '../../emulators/stack/ports.ts';
import { BOOT } from './limits.ts';

const PROGRAM = join(import.meta.dirname, 'bare-program.ts');

export interface BareWorker {
  pid: number;
  /** Receives the whole body and drops it. */
  receive(body: Buffer): Promise<void>;
  /** Decodes a picture and makes its thumbnail. */
  decode(picture: Buffer): Promise<void>;
  /** Reads the whole file at this URL and returns it as base64 in JSON. @returns the size of the JSON */
  encode(url: string): Promise<number>;
  close(): Promise<void>;
}

/** @param program a server that prints its port. @throws with its output if it does not start */
export async function startServer(
  program: string,
  ...args: string[]
): Promise<{ child: Child; port: number }> {
  const child = await startChild(process.execPath, [program, ...args]);
  const port = () => /^port (\d+)$/m.exec(child.output())?.[1];
  await waitUntil(() => port() !== undefined || !child.isRunning(), BOOT);
  if (port() === undefined) throw new Error(`${program} did not start:\n${child.output()}`);
  return { child, port: Number(port()) };
}

export async function startBareWorker(): Promise<BareWorker> {
  const { child, port } = await startServer(PROGRAM);
  const post = async (path: string, body: Buffer | string): Promise<number> => {
    const init = { method: 'POST', body: new Uint8Array(Buffer.from(body)) };
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, init);
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the bare worker answers ${answer.status}: ${child.output()}`);
    return byteLength;
  };
  return {
    pid: child.pid,
    receive: async (body) => void (await post('receive', body)),
    decode: async (picture) => void (await post('decode', picture)),
    encode: (url) => post('encode', url),
    close: () => child.close(),
  };
}
