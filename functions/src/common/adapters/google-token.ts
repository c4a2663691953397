import { OAuth2Client, type TokenPayload } from 'google-auth-library';
import type { ServiceCaller } from '../access/caller.ts';
import { isServiceAccount } from '../access/service-account.ts';
import { Cooldown } from '../concurrency/cooldown.ts';
import { ownAddress } from '../config.ts';
import { HttpError } from '../errors.ts';
import { lazy } from '../lazy.ts';

type Certificates = Awaited<ReturnType<OAuth2Client['getFederatedSignonCertsAsync']>>['certs'];

/** Milliseconds for one attempt to get Google's certificates. */
const PATIENCE = 5_000;

const client = lazy(() => {
  // Only tests have certificates of their own.
  const url = process.env.GOOGLE_CERTIFICATES_URL;
  const endpoints = url ? { endpoints: { oauth2FederatedSignonPemCertsUrl: url } } : {};
  return new OAuth2Client({ transporterOptions: { timeout: PATIENCE }, ...endpoints });
});

/** After a failure nobody asks for a while: whoever calls meanwhile is refused at once. */
const pause = new Cooldown(PATIENCE);
let asking: Promise<Certificates> | null = null;

/**
 * The service account of an ID token that Google has signed for this deployment (Contract 17).
 * @throws HttpError `unauthorized` for any other token, also a person's; `unavailable` if Google's certificates cannot be had
 */
export async function verifyGoogleToken(token: string): Promise<ServiceCaller> {
  const { email, email_verified: isVerified } = await readClaims(token, await certificates());
  const address = typeof email === 'string' ? email.toLowerCase() : '';
  if (isVerified !== true || !isServiceAccount(address)) throw new HttpError('unauthorized');
  return { kind: 'service', uid: address };
}

/** The library checks signature, issuer, audience and times. Its errors quote the token, so they are not kept for the log. */
async function readClaims(token: string, certs: Certificates): Promise<TokenPayload> {
  const { issuers } = client();
  const claims = await client()
    .verifySignedJwtWithCertsAsync(token, certs, ownAddress(), issuers)
    .then((ticket) => ticket.getPayload())
    .catch(() => undefined);
  if (!claims) throw new HttpError('unauthorized');
  return claims;
}

/** Kept as long as Google's answer says. A token that names an unknown one does not make us ask again. */
async function certificates(): Promise<Certificates> {
  if (pause.left > 0) throw new HttpError('unavailable');
  asking ??= pause.run(read).finally(() => {
    asking = null;
  });
  return asking.catch((error: unknown) => {
    throw new HttpError('unavailable', {}, error);
  });
}

const read = async (): Promise<Certificates> => (await client().getFederatedSignonCertsAsync()).certs;
