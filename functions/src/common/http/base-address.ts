import type { IncomingMessage } from 'node:http';
import { projectId } from '../config.ts';

/** The path of the local stack's functions (Contract 1). */
const LOCAL_REGION = 'us-central1';

/**
 * URL of a function as its caller reached it, without a slash at its end. Every front end accepts the function's name in the
 * path (Contract 1); the local stack also requires project and region before it.
 */
export function baseAddress({ headers }: IncomingMessage, name: string): string {
  const host = firstOf(headers['x-forwarded-host']) ?? headers.host ?? '';
  const scheme = firstOf(headers['x-forwarded-proto']) ?? 'https';
  const isLocal = process.env.STORAGE_EMULATOR_HOST !== undefined;
  return `${scheme}://${host}${isLocal ? `/${projectId()}/${LOCAL_REGION}` : ''}/${name}`;
}

const firstOf = (header: string | string[] | undefined): string | undefined =>
  String(header ?? '')
    .split(',')[0]
    ?.trim() || undefined;
