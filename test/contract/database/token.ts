/** An unsigned ID token like those of the auth emulator. `claims` override its fields. */
export function idToken(uid: string, claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const body = { iat: now, exp: now + 3600, sub: uid, user_id: uid, ...claims };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(body)}.`;
}
