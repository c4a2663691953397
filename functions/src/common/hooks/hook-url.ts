import { HttpError } from '../errors.ts';

/**
 * Whether a hook or a detector may have this address: https, without user name or password; http for hosts that the configuration allows. What
 * its host leads to is judged when it is connected to.
 */
export function isHookUrl(value: string, allowedHosts: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, hostname } = new URL(value);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && allowedHosts.includes(hostname));
  return isAllowed && username === '' && password === '';
}

/**
 * @param field that has the address
 * @throws HttpError `bad parameter`
 */
export function requireHookUrl(field: string, value: string, allowedHosts: readonly string[]): void {
  if (!isHookUrl(value, allowedHosts))
    throw new HttpError('bad parameter', {
      reason: `${field} must be an https address without user name and password`,
    });
}
