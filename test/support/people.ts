/** People as the auth emulator knows them, and the tokens that it issues to them. */

/** Without a person of this id the emulator refuses its tokens. */
export async function registerPerson(auth: { port: number }, projectId: string, uid: string): Promise<void> {
  const accounts = `identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const { status } = await fetch(`http://127.0.0.1:${auth.port}/${accounts}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: uid }),
  });
  if (status !== 200) throw new Error(`The auth emulator did not take ${uid}: ${status}`);
}

/** An unsigned ID token, valid for an hour. */
export function tokenOf(uid: string, projectId: string, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    ...{ iss: `https://securetoken.google.com/${projectId}`, aud: projectId },
    ...{ auth_time: now - 60, iat: now - 60, exp: now + 3600 },
    ...{ sub: uid, user_id: uid, firebase: {}, ...claims },
  };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}
