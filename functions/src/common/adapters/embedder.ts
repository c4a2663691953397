import * as z from 'zod/mini';
import { quantize } from '../../../../packages/look/src/vector.ts';
import { retry } from '../concurrency/retry.ts';
import { HttpError } from '../errors.ts';
import { faultOf, isTransient } from '../foreign-errors.ts';
import type { Describer } from '../records/vector-ports.ts';
import { askService } from './ask-service.ts';

/** Milliseconds of an attempt, and after which none begins for a picture: several are asked for at a time, in a call of 40 seconds. */
const TIMEOUT = 15_000;
const PATIENCE = 20_000;
/** As many numbers as a large model has. */
const MOST_NUMBERS = 4096;

const answer = z.object({
  /** Part of the name under which vectors are kept. */
  model: z.string().check(z.regex(/^[\w./:@-]{1,100}$/)),
  vector: z.array(z.number()).check(z.minLength(1), z.maxLength(MOST_NUMBERS)),
});

/** A grey picture: the answer to it says which model answers, and with how many numbers. */
const PROBE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQMAAABJtOi3AAAAA1BMVEWAgICQdD0xAAAADElEQVQImWNgGNwAAACgAAHlG0+uAAAAAElFTkSuQmCC',
  'base64',
);

/**
 * A deployer's own service: it gets the bytes of a picture, and answers with the name and version of its model and a vector (Contract 15).
 * @param address null if the deployment has none
 * @throws HttpError `suggest refused`, `unavailable`
 */
export async function embedderAt(address: string | null, signal: AbortSignal): Promise<Describer> {
  if (address === null) throw refused('this deployment has no embedder of its own (EMBEDDER_URL)');
  const probed = await ask(address, PROBE, signal);
  if (probed === null) throw refused('the embedder cannot read a PNG');
  const { model, vector } = probed;
  const bytes = async (picture: Buffer, until: AbortSignal): Promise<Int8Array | null> => {
    const asked = await ask(address, picture, until).catch(async () => {
      // Unless it fails with any picture, it fails with this one: no other image has to wait for that.
      await ask(address, PROBE, until);
      return null;
    });
    // A new model meanwhile: the next call begins anew with it.
    if (asked && (asked.model !== model || asked.vector.length !== vector.length))
      throw new HttpError('unavailable', {}, `the embedder was ${model} and is ${asked.model}`);
    return asked && quantize(asked.vector);
  };
  return { name: `http:${model}/${vector.length}`, width: vector.length, describe: { bytes } };
}

/** @returns null if it cannot read the picture */
async function ask(address: string, picture: Uint8Array, signal: AbortSignal) {
  const once = () => askService(address, picture, { what: 'embedder', timeout: TIMEOUT, signal });
  try {
    const limits = { what: 'embedder', until: Date.now() + PATIENCE, signal };
    return z.parse(answer, await retry(once, limits));
  } catch (error) {
    signal.throwIfAborted();
    if (UNREADABLE.has(Number((error as { code?: unknown }).code))) return null;
    if (isTransient(error)) throw new HttpError('unavailable', {}, error);
    const isForbidden = faultOf(error) === 'permission';
    throw refused(`the embedder ${isForbidden ? 'refuses' : 'gives no answer that can be used'}`, error);
  }
}

/** What a service says of bytes that are no picture to it. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 415, 422]);

const refused = (reason: string, cause?: unknown): HttpError =>
  new HttpError('suggest refused', { reason }, cause);
