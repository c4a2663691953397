/** The one Firebase app of a function and its Firestore client, created at first use. */
import { type App, getApps, initializeApp } from 'firebase-admin/app';
import { type Firestore, initializeFirestore } from 'firebase-admin/firestore';
import { bucketName, databaseUrl, projectId } from '../config.ts';
import { lazy } from '../lazy.ts';

export const app = lazy(
  (): App =>
    getApps()[0] ??
    initializeApp({ projectId: projectId(), databaseURL: databaseUrl(), storageBucket: bucketName() }),
);

/**
 * How gRPC notices that a connection is dead, and that Firestore is reachable again. Without this, a connection that a
 * network drops silently lasts until TCP gives up after a quarter of an hour, and after a long outage gRPC waits up to two
 * minutes before it reconnects. Milliseconds.
 */
const CONNECTION = {
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_reconnect_backoff_ms': 2_000,
};

export const firestore = lazy((): Firestore => {
  const db = initializeFirestore(app(), { preferRest: process.env.FIRESTORE_PREFER_REST === 'true' });
  db.settings({ ignoreUndefinedProperties: true, ...CONNECTION });
  return db;
});
