import type { LiveDatasetKey } from '../records/key-ports.ts';
import { ProvenKeys } from './proven-keys.ts';

const keys = new ProvenKeys<LiveDatasetKey>(async (hash) => {
  const { datasetKeys } = await import('../adapters/firestore/people/live-keys.ts');
  return datasetKeys.find(hash);
});

/**
 * What the key of a dataset says.
 * @param keyHash hexadecimal SHA-256
 * @param address where the request came from
 * @throws HttpError `unauthorized` for an unknown or revoked key, `rate exceeded`
 */
export async function proveDatasetKey(keyHash: string, address: string): Promise<LiveDatasetKey> {
  const { dataset, role, holder } = await keys.prove(keyHash, address);
  return { dataset, role, holder };
}
