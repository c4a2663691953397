/** An ID token as the auth emulator makes it: unsigned. `claims` override. */
export function idToken(uid: string, claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const body = { iat: now, exp: now + 3600, sub: uid, user_id: uid, ...claims };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(body)}.`;
}
