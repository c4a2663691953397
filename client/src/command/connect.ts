/** Who is calling, and where: from options, else from the environment, else from what `login` has kept. */
import { Sightline } from '../sightline.ts';
import { SightlineError } from '../sightline-error.ts';
import { type Given, type Option, textOf, UsageError } from './command.ts';
import { readLogin } from './login.ts';

const LOCAL = 'http://127.0.0.1:5001/demo-sightline/us-central1';

export const CONNECTION: Readonly<Record<string, Option>> = {
  url: { value: 'URL', about: 'of the functions; else SIGHTLINE_URL, else the local stack' },
  token: {
    value: 'TOKEN',
    about:
      'ID token of a person or service account, or key of a dataset; else SIGHTLINE_TOKEN, else that of login',
  },
};

/** Where a device calls that has a key of its own. */
export const addressOf = async (given: Given, env: NodeJS.ProcessEnv): Promise<string> =>
  textOf(given, 'url') || env.SIGHTLINE_URL || (await readLogin(env))?.url || LOCAL;

/** Seconds before its end at which a token is renewed. */
const AHEAD = 300;

interface Site {
  baseUrl: string;
  key: string;
  /** Address of the sign-in service. */
  identity: string;
}

/** @throws UsageError if a part of the sign-in is missing */
export async function connect(given: Given, env: NodeJS.ProcessEnv): Promise<Sightline> {
  const asked = textOf(given, 'url') ?? env.SIGHTLINE_URL;
  const own = textOf(given, 'token') ?? env.SIGHTLINE_TOKEN;
  const kept = own || env.SIGHTLINE_SITE ? null : await readLogin(env);
  // A key is never sent to another service than the one that it was kept for.
  const isItsOwn = kept !== null && (!asked || asked === kept.url);
  const url = asked || kept?.url;
  const token = own || (isItsOwn ? kept.token : undefined);
  const { SIGHTLINE_SITE: address, SIGHTLINE_EMAIL: email, SIGHTLINE_PASSWORD: password } = env;
  if (token || !address) return new Sightline({ baseUrl: url || LOCAL, token: () => token ?? null });
  if (!email || !password)
    throw new UsageError('SIGHTLINE_SITE needs SIGHTLINE_EMAIL and SIGHTLINE_PASSWORD.');
  const site = await readSite(address.replace(/\/+$/, ''));
  return new Sightline({ baseUrl: url || site.baseUrl, token: person(site, email, password) });
}

/** As the console does: Hosting says where the service is. */
async function readSite(address: string): Promise<Site> {
  const [project, about] = await Promise.all(
    ['/__/firebase/init.json', '/site.json'].map((path) => fetchJson(`${address}${path}`)),
  );
  const {
    local,
    region = 'us-central1',
    baseUrl,
  } = about as { local?: { auth: string }; region?: string; baseUrl?: string };
  const { apiKey, projectId } = project as { apiKey: string; projectId: string };
  return {
    baseUrl: baseUrl ?? `https://${region}-${projectId}.cloudfunctions.net`,
    key: apiKey,
    identity: `${local ? `http://${local.auth}/` : 'https://'}identitytoolkit.googleapis.com`,
  };
}

/** Called before each attempt of a call, which is retried if this fails. */
function person({ identity, key }: Site, email: string, password: string): () => Promise<string> {
  const address = `${identity}/v1/accounts:signInWithPassword?key=${encodeURIComponent(key)}`;
  let [token, until] = ['', 0];
  return async () => {
    if (performance.now() < until) return token;
    const body = JSON.stringify({ email, password, returnSecureToken: true });
    const headers = { 'Content-Type': 'application/json' };
    const answer = (await fetchJson(address, { method: 'POST', headers, body })) as {
      idToken: string;
      expiresIn: string;
    };
    token = answer.idToken;
    until = performance.now() + (Number(answer.expiresIn) - AHEAD) * 1000;
    return token;
  };
}

async function fetchJson(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, init).catch((cause: unknown) => {
    throw new SightlineError(`${new URL(address).origin} cannot be reached`, { kind: 'unreachable', cause });
  });
  if (response.ok) return response.json();
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  const why = error?.message ?? `${response.status}`;
  throw new SightlineError(`Not signed in: ${why}`, { kind: 'refused', status: response.status });
}
