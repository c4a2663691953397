/** A throwaway service account: functions sign links with it, and the embedded Storage verifies them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeSigningKey, type SigningKey } from '../storage/signing-key.ts';
import { PROJECT_ID } from './environment.ts';

export interface Signing {
  /** For `startStorage`. */
  signingKey: SigningKey;
  /** For function processes: names the key file. */
  env: { GOOGLE_APPLICATION_CREDENTIALS: string };
}

/** @param path of the key file to write, readable by its owner only; the key is worthless outside this machine */
export async function makeSigning(path: string): Promise<Signing> {
  const { credentials, signingKey } = makeSigningKey();
  const keyFile = {
    type: 'service_account',
    project_id: PROJECT_ID,
    private_key_id: 'local',
    ...credentials,
  };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(keyFile), { mode: 0o600 });
  return { signingKey, env: { GOOGLE_APPLICATION_CREDENTIALS: path } };
}
