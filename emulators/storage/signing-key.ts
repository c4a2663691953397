import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** HMAC key of the same account, as the service's answer to its creation has it. */
export interface HmacKey {
  metadata: { accessId: string };
  secret: string;
}

/** What verifies signatures: the public half of the key pair, and the HMAC key. */
export interface SigningKey {
  clientEmail: string;
  publicKeyPem: string;
  hmac: HmacKey;
}

/** Both halves of a throwaway key: `credentials` for the client, `signingKey` for the server. */
export interface KeyPair {
  /** For `new Storage({ apiEndpoint, projectId, credentials })`, or as part of a key file. */
  credentials: { client_email: string; private_key: string };
  signingKey: SigningKey;
}

/**
 * Creates a key that is worthless outside this process's own servers. With it the unmodified client's
 * `file.getSignedUrl({ version: 'v4', action: 'read', expires })` creates links to the local server.
 */
export function makeSigningKey(clientEmail = 'local@demo-sightline.iam.gserviceaccount.com'): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    credentials: { client_email: clientEmail, private_key: privateKey },
    signingKey: { clientEmail, publicKeyPem: publicKey, hmac: makeHmacKey() },
  };
}

/** An access id of a service account has 61 characters, a secret 40 of base64. */
const makeHmacKey = (): HmacKey => ({
  metadata: { accessId: `GOOG1${randomBytes(28).toString('hex').toUpperCase()}` },
  secret: randomBytes(30).toString('base64'),
});
