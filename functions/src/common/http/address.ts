import type { IncomingMessage } from 'node:http';

/**
 * Where a request comes from: the last entry of `X-Forwarded-For`, which the platform's front end writes; the caller can
 * forge the entries before it. For IPv6 it is the network, because one subscriber owns a whole one.
 */
export function addressOf({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for'];
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return networkOf(last || socket.remoteAddress || '');
}

/** The first 64 bits of an IPv6 address; an IPv4 address as it is. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (!plain.includes(':')) return plain;
  const [head = ''] = plain.split('::');
  return head.split(':').slice(0, 4).join(':');
}
