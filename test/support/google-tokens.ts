/** Google as a job meets it: a server with certificates, and ID tokens that are signed with their keys. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Google {
  /** Environment of functions that trust this server. */
  env: { GOOGLE_CERTIFICATES_URL: string };
  /** Requests so far. */
  asked: number;
  /** While true, it answers 503. */
  isAway: boolean;
  /** A token of this service account for this project's deployment. @param header such as `{ alg: 'none' }` */
  token(email: string, projectId: string, claims?: object, header?: object): string;
  close(): Promise<void>;
}

export const addressOf = (projectId: string): string => `https://us-central1-${projectId}.cloudfunctions.net`;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startGoogle(): Promise<Google> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const server = createServer((_, response) => {
    google.asked += 1;
    response.writeHead(google.isAway ? 503 : 200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=20000',
    });
    response.end(JSON.stringify(google.isAway ? {} : { known: pem }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const signatures: Record<string, (text: string) => string> = {
    RS256: (text) => sign('sha256', Buffer.from(text), privateKey).toString('base64url'),
    HS256: (text) => createHmac('sha256', pem).update(text).digest('base64url'),
    none: () => '',
  };
  const google: Google = {
    env: { GOOGLE_CERTIFICATES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs` },
    asked: 0,
    isAway: false,
    token(email, projectId, claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const about = { alg: 'RS256', kid: 'known', typ: 'JWT', ...header };
      const iss = 'https://accounts.google.com';
      const times = { iat: now - 60, exp: now + 3_540 };
      const payload = { iss, aud: addressOf(projectId), ...times, email, email_verified: true, ...claims };
      const text = `${part(about)}.${part(payload)}`;
      return `${text}.${signatures[about.alg]?.(text)}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return google;
}
