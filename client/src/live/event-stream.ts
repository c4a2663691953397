/** Follows one place of the Realtime Database by its REST interface, which pushes changes. */
import { attempt, bodyOf, failureOf } from '../attempt.ts';
import { RETRY } from '../retry.ts';
import { SightlineError } from '../sightline-error.ts';

/** Milliseconds without a byte after which the line is dead: the database says something every 30 s. */
const SILENCE = 75_000;

interface Following {
  url: URL;
  fetch: typeof fetch;
  signal: AbortSignal;
}

/**
 * The value of the place, at first and after each change. It ends when the database ends it: with the credential.
 * @throws SightlineError
 */
export async function* followPlace({
  url,
  fetch,
  signal,
}: Following): AsyncGenerator<{ value: unknown; now: number }> {
  const control = new AbortController();
  const end = () => control.abort();
  signal.addEventListener('abort', end, { once: true });
  let timer = setTimeout(end, SILENCE);
  try {
    const { response, skew } = await open(url, fetch, control.signal);
    let value: unknown = null;
    for await (const { event, data } of eventsOf(response)) {
      clearTimeout(timer);
      if (event === 'cancel' || event === 'auth_revoked') return;
      if (event === 'put' || event === 'patch') {
        value = changed(value, event, data as Change);
        yield { value, now: Date.now() + skew };
      }
      // Not while the reader is busy.
      timer = setTimeout(end, SILENCE);
    }
  } catch (cause) {
    if (cause instanceof SightlineError) throw cause;
    throw new SightlineError('The live state cannot be reached', { kind: 'unreachable', cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** `skew`: how far the clock of the database is ahead, in milliseconds. */
async function open(url: URL, fetch: Following['fetch'], signal: AbortSignal) {
  // The database may send a reader elsewhere.
  const send = (init: RequestInit) =>
    fetch(url, { ...init, redirect: 'follow', headers: { accept: 'text/event-stream' } });
  return attempt({ requestId: '', signal, patience: RETRY.timeout }, send, async (response, keepOpen) => {
    if (!response.ok) throw failureOf(response, await bodyOf(response), '');
    keepOpen();
    const date = Date.parse(response.headers.get('date') ?? '');
    return { response, skew: Number.isNaN(date) ? 0 : date - Date.now() };
  });
}

async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: unknown }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const parts = (text + read.value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, event = ''] = /^event: *(.*)$/m.exec(part) ?? [];
      const [, data = 'null'] = /^data: *(.*)$/m.exec(part) ?? [];
      yield { event, data: JSON.parse(data) as unknown };
    }
  }
}

interface Change {
  path: string;
  data: unknown;
}

function changed(value: unknown, event: 'put' | 'patch', { path, data }: Change): unknown {
  const names = path.split('/').filter((name) => name !== '');
  if (event === 'put') return withAt(value, names, data);
  return Object.entries(data as object).reduce(
    (all, [name, each]) => withAt(all, [...names, ...name.split('/')], each),
    value,
  );
}

/** A value of null is a place that is empty. */
function withAt(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put;
  const fields = { ...(value as Record<string, unknown> | null) };
  const inner = withAt(fields[name] ?? null, rest, put);
  if (inner === null) delete fields[name];
  else fields[name] = inner;
  return fields;
}
