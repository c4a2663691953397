/** A network camera that answers each `GET /picture.jpg` with a drawn scene. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stamp } from './camera/frames.ts';
import { drawScene } from './scenes/scene.ts';
import { HOST } from './stack/ports.ts';
import { sendError } from './stack/send-error.ts';

/** Number of different scenes; drawing one takes 100 ms, so each is drawn once. */
const SCENES = 12;
const PATH = '/picture.jpg';

export interface RunningSceneCamera {
  /** Number of the next picture. */
  url: string;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback interface. No two pictures have the same bytes. */
export async function startSceneCamera(): Promise<RunningSceneCamera> {
  const drawn = new Map<number, Promise<Buffer>>();
  let count = 0;
  const take = async (): Promise<Buffer> => {
    const number = count++;
    const seed = number % SCENES;
    if (!drawn.has(seed)) drawn.set(seed, draw(seed));
    return stamp((await drawn.get(seed)) as Buffer, `${process.pid} ${Date.now()} ${number}`);
  };
  const server = createServer((request, response) => {
    if (request.url !== PATH || request.method !== 'GET')
      return sendError(request, response, 404, 'No such picture');
    take().then(
      (jpeg) =>
        response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'no-store' }).end(jpeg),
      () => sendError(request, response, 500, 'The scene could not be drawn'),
    );
  });
  await new Promise<void>((done) => server.listen(0, HOST, done));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://${HOST}:${(server.address() as AddressInfo).port}${PATH}`, close };
}

const draw = async (seed: number): Promise<Buffer> =>
  (await drawScene({ kind: 'bolts', seed: 7_000 + seed })).jpeg;
