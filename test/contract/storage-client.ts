import { type Bucket, Storage } from '@google-cloud/storage';
import { type RunningStorage, type StorageOptions, startStorage } from '../../emulators/storage/server.ts';
import type { KeyPair } from '../../emulators/storage/signing-key.ts';

export interface Bench {
  storage: RunningStorage;
  bucket: Bucket;
  /** `http://127.0.0.1:port` */
  origin: string;
}

/** A new server with the official client, which waits only briefly between retries. */
export async function openBench(options: Partial<StorageOptions> = {}, keys?: KeyPair): Promise<Bench> {
  const key = keys ? { signingKey: keys.signingKey } : {};
  const storage = await startStorage({ port: 0, buckets: ['pictures'], ...key, ...options });
  const origin = `http://127.0.0.1:${storage.port}`;
  return { storage, bucket: clientOf(origin, keys).bucket('pictures'), origin };
}

export function clientOf(origin: string, keys?: KeyPair): Storage {
  const credentials = keys ? { credentials: keys.credentials } : {};
  const retryOptions = { maxRetries: 3, retryDelayMultiplier: 1, totalTimeout: 20, maxRetryDelay: 1 };
  return new Storage({ apiEndpoint: origin, projectId: 'demo-sightline', ...credentials, retryOptions });
}

/** The `code` of the client's error: an HTTP status. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  );
}

/** @returns consecutive bytes, so that a slice shows its position */
export const ramp = (size: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => at % 251));

export async function setFaults(origin: string, faults: unknown[]): Promise<void> {
  await fetch(`${origin}/__faults`, { method: 'PUT', body: JSON.stringify(faults) });
}

export async function operations(origin: string): Promise<Record<string, number>> {
  return (await (await fetch(`${origin}/__operations`)).json()) as Record<string, number>;
}
