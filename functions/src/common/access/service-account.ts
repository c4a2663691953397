/** Programs that call as a service account of Google instead of with a key (Contract 17). */

/** Google gives such addresses to service accounts alone: nobody gets mail there, or could have an account with one. */
export const isServiceAccount = (address: string): boolean =>
  /^[^@\s]+@([a-z0-9-]+\.)+gserviceaccount\.com$/.test(address);

/** Both are Google's, who says so in its documentation of ID tokens. */
const ISSUERS: readonly unknown[] = ['https://accounts.google.com', 'accounts.google.com'];

/** Whether a token says that Google itself has issued it, and not Firebase. Nothing is proved by that. */
export function saysGoogle(token: string): boolean {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return ISSUERS.includes((claims as { iss?: unknown } | null)?.iss);
  } catch {
    return false;
  }
}
