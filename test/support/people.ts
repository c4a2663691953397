/** Users of the auth emulator, and the tokens that it issues to them. */

/**
 * The emulator rejects tokens of unknown users.
 * @param about `email`, `emailVerified`
 */
export async function registerPerson(
  auth: { port: number },
  projectId: string,
  uid: string,
  about: { email?: string } = {},
): Promise<void> {
  await askAuth(auth, projectId, 'accounts', { localId: uid, ...about });
}

/** As if the person had followed the link in the mail. */
export async function verifyAddress(auth: { port: number }, projectId: string, uid: string): Promise<void> {
  await askAuth(auth, projectId, 'accounts:update', { localId: uid, emailVerified: true });
}

/** Somebody who is disabled gets no new token, and is signed out when the old one ends. */
export async function setDisabled(
  auth: { port: number },
  projectId: string,
  uid: string,
  disableUser: boolean,
): Promise<void> {
  await askAuth(auth, projectId, 'accounts:update', { localId: uid, disableUser });
}

/** They are in the tokens that are issued from then on. */
export async function setClaims(
  auth: { port: number },
  projectId: string,
  uid: string,
  claims: object,
): Promise<void> {
  await askAuth(auth, projectId, 'accounts:update', {
    localId: uid,
    customAttributes: JSON.stringify(claims),
  });
}

async function askAuth(auth: { port: number }, projectId: string, method: string, body: object) {
  const place = `identitytoolkit.googleapis.com/v1/projects/${projectId}/${method}`;
  const { status } = await fetch(`http://127.0.0.1:${auth.port}/${place}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`The auth emulator did not take ${JSON.stringify(body)}: ${status}`);
}

/** An unsigned ID token, valid for an hour. */
export function tokenOf(uid: string, projectId: string, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now - 60,
    iat: now - 60,
    exp: now + 3600,
    sub: uid,
    user_id: uid,
    firebase: {},
    ...claims,
  };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}
