/** Adapters of access and rate limits, loaded at their first use because most requests need only one of them. */
export const ports = {
  datasetKeys: async () => (await import('./adapters/firestore/people/live-keys.ts')).datasetKeys,
  deviceKeys: async () => (await import('./adapters/firestore/people/live-keys.ts')).deviceKeys,
  isMember: async () => (await import('./adapters/firestore/people/people.ts')).isMember,
  sharedBucket: async () => (await import('./adapters/firestore/shared-bucket.ts')).sharedBucket,
  verifyGoogleToken: async () => (await import('./adapters/google-token.ts')).verifyGoogleToken,
  verifyIdToken: async () => (await import('./adapters/id-token.ts')).verifyIdToken,
};
