import { Firestore } from '@google-cloud/firestore';

/**
 * A client of an emulator with the owner's rights, which no rule limits.
 * @param host `host:port` of Firestore
 */
export function ownerClient(projectId: string, host: string): Firestore {
  // Otherwise the client looks for a metadata server, which a developer's machine does not have, and prints a warning.
  process.env.METADATA_SERVER_DETECTION ??= 'none';
  const customHeaders = { Authorization: 'Bearer owner' };
  return new Firestore({ projectId, host, ssl: false, preferRest: false, customHeaders });
}
