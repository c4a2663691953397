/** An embedder's service: grey values of 8 by 8 areas, as `examples/embedder` answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

export interface EmbedderService {
  url: string;
  model: string;
  /** Answers the next calls instead; a status with a body. */
  faults: (() => { status: number; body: string } | 'silence')[];
  asked: number;
  close(): Promise<void>;
}

export async function startEmbedder(): Promise<EmbedderService> {
  const server = createServer(async (request, response) => {
    service.asked += 1;
    const body = await buffer(request);
    const fault = service.faults.shift()?.();
    if (fault === 'silence') return;
    const { status, body: text } = fault ?? (await answerTo(body, service.model));
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: EmbedderService = {
    ...{
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      model: 'grey-1',
      faults: [],
      asked: 0,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

async function answerTo(body: Buffer, model: string) {
  try {
    const pixels = await sharp(body).resize(8, 8, { fit: 'fill' }).greyscale().raw().toBuffer();
    return { status: 200, body: JSON.stringify({ model, vector: Array.from(pixels, (each) => each / 255) }) };
  } catch {
    return { status: 400, body: '{}' };
  }
}
