/**
 * Receives what a hook of Sightline sends, and prints each event once. Node 24, no packages:
 *
 *     SECRET=whsec_... PORT=8787 node examples/hooks/receive.ts
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { SECRET = '', PORT = '8787' } = process.env;
const KEY = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64');
/** Seconds that a message may be old, so that nobody sends a recorded one again. */
const TOLERANCE = 300;
/** A message may come twice. Keep the ids where a restart does not lose them, if that matters. */
const seen = new Set<string>();

function isGenuine(headers: NodeJS.Dict<string | string[]>, body: string): boolean {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE)) return false;
  const wanted = Buffer.from(
    `v1,${createHmac('sha256', KEY).update(`${id}.${time}.${body}`).digest('base64')}`,
  );
  return String(signatures)
    .split(' ')
    .map((each) => Buffer.from(each))
    .some((each) => each.length === wanted.length && timingSafeEqual(each, wanted));
}

createServer(async (request, response) => {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const id = String(request.headers['webhook-id']);
  if (!seen.has(id)) {
    const { type, data } = JSON.parse(body);
    console.log(type, JSON.stringify(data));
    seen.add(id);
  }
  // Only now: what is answered is not sent again.
  return response.writeHead(204).end();
}).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
