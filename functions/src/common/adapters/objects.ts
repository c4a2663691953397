import type { Bucket, Storage, StorageOptions } from '@google-cloud/storage';
import { withTimeout } from '../concurrency/timeout.ts';
import { bucketOf, linkKey, linkSigner, projectId } from '../config.ts';
import { lazy } from '../lazy.ts';
import type { Objects } from '../ports.ts';
import { attachment } from '../storage/attachment.ts';
import { signLinks } from '../storage/sign-links.ts';
import { openObject } from './object-reader.ts';
import { listStats } from './object-stats.ts';
import { createObject, writeObject } from './object-writer.ts';
import { askStorage, fieldsOf, generationOf, STATUS, storageOrigin, strangeAnswer } from './storage-http.ts';

/** Milliseconds for one link. */
const DEADLINE = 25_000;

/** The client is loaded at first use: most routes need none. */
const storage = lazy(() =>
  openStorage({ retryOptions: { autoRetry: true, maxRetries: 4, totalTimeout: 20 } }),
);

/** Without an HMAC key, the platform's own account signs in a deployment (it needs the role Service Account Token Creator on itself). */
const signingStorage = lazy(async (): Promise<Storage> => {
  const signer = linkSigner();
  return signer ? openStorage({ credentials: signer }) : storage();
});

async function openStorage(options: StorageOptions): Promise<Storage> {
  const { Storage } = await import('@google-cloud/storage');
  return new Storage({ projectId: projectId(), ...options });
}

const bucketFor = async (name: string): Promise<Bucket> => (await storage()).bucket(bucketOf(name));

/** Cloud Storage: each object is in the bucket of its name. */
export const objects: Objects = {
  // Names are derived from the bytes, so an object that already exists has the same bytes, from an earlier attempt.
  put: (name, body, contentType) =>
    createObject({
      what: 'object put',
      query: { uploadType: 'media', name },
      headers: { 'content-type': contentType },
      body,
    }),

  async stat(name) {
    const what = 'object stat';
    const query = { fields: 'size,generation' };
    return askStorage({ what, name, query }, [STATUS.ok, STATUS.notFound], (answer) => {
      if (answer.status === STATUS.notFound) return null;
      const fields = fieldsOf(what, answer);
      if (fields.size === undefined) throw strangeAnswer(what);
      return { size: Number(fields.size), generation: generationOf(what, fields) };
    });
  },

  // What was written was checked when it was written; TCP checks what is read.
  read: (name, generation) => openObject(name, generation),

  write: (name, source, { contentType, fileName, signal }) =>
    writeObject(() => bucketFor(name), name, source, {
      contentType,
      ...(fileName && { contentDisposition: attachment(fileName) }),
      ...(signal && { signal }),
    }),

  stats: listStats,

  links,

  async link(name, seconds) {
    const linkOf = links(seconds);
    if (linkOf) return linkOf(name);
    const signing = (await signingStorage())
      .bucket(bucketOf(name))
      .file(name)
      .getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + seconds * 1000 });
    const [url] = await withTimeout(DEADLINE, 'link', signing);
    return url;
  },

  async remove(name, generation) {
    const query = generation === undefined ? {} : { ifGenerationMatch: generation };
    const asked = { what: 'object delete', method: 'DELETE' as const, name, query };
    await askStorage(asked, [STATUS.noContent, STATUS.notFound, STATUS.changed], () => {});
  },

  uri: (name) => `gs://${bucketOf(name)}/${name}`,

  nameOf(uri) {
    const [, bucket, name] = /^gs:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? [];
    return name !== undefined && bucketOf(name) === bucket ? name : null;
  },
};

function links(seconds: number): ((name: string) => string) | null {
  const key = linkKey();
  if (!key) return null;
  const common = { origin: storageOrigin(), seconds, at: Date.now() };
  const signers = new Map<string, (name: string) => string>();
  return (name) => {
    const bucket = bucketOf(name);
    const sign = signers.get(bucket) ?? signLinks(key, { ...common, bucket });
    signers.set(bucket, sign);
    return sign(name);
  };
}
