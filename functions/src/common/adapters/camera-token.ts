/** Signs a camera in, so that it can listen at the Realtime Database itself (Contract 19). */
import { CAMERA } from '../access/caller.ts';
import { projectId } from '../config.ts';
import { HttpError } from '../errors.ts';
import type { CameraToken } from '../live/live-ports.ts';
import { app } from './firebase.ts';

/** Milliseconds for one call. */
const PATIENCE = 5_000;

/** Hosting tells everybody the key with which the web SDK names the project. Read once. */
let known: string | undefined;

/** An ID token, which ends by itself: the token that would renew it is thrown away. */
export async function makeCameraToken(claims: object): Promise<CameraToken> {
  try {
    const { getAuth } = await import('firebase-admin/auth');
    const token = await getAuth(app()).createCustomToken(CAMERA, claims);
    const answer = await askJson(await address(), { token, returnSecureToken: true });
    const { idToken, expiresIn } = answer as { idToken: string; expiresIn: string };
    return { token: idToken, until: Date.now() + Number(expiresIn) * 1000 };
  } catch (error) {
    throw new HttpError('unavailable', {}, error);
  }
}

async function address(): Promise<string> {
  const { FIREBASE_AUTH_EMULATOR_HOST: local } = process.env;
  if (!local) known ??= await webKey();
  const service = local ? `http://${local}/` : 'https://';
  return `${service}identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=${known ?? 'local'}`;
}

async function webKey(): Promise<string> {
  const site = await askJson(`https://${projectId()}.web.app/__/firebase/init.json`);
  const { apiKey } = site as { apiKey?: string };
  if (!apiKey) throw new Error('Hosting does not say the key of the web SDK');
  return apiKey;
}

async function askJson(url: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, {
    ...(body && { method: 'POST', headers, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error(`${new URL(url).hostname} answers ${response.status}`);
  return response.json();
}
