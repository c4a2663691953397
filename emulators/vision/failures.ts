import type { Fault } from '../faults.ts';

/** Documented errors of the service for a whole request: name -> HTTP status and sentence. */
export const FAILURES = {
  INVALID_ARGUMENT: [400, 'Request must specify image and features.'],
  UNAUTHENTICATED: [401, 'Request had invalid authentication credentials.'],
  PERMISSION_DENIED: [403, 'Cloud Vision API has not been used in this project before or it is disabled.'],
  NOT_FOUND: [404, 'Requested entity was not found.'],
  RESOURCE_EXHAUSTED: [429, "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'."],
  CANCELLED: [499, 'The operation was cancelled.'],
  INTERNAL: [500, 'Internal error encountered.'],
  UNAVAILABLE: [503, 'The service is currently unavailable.'],
  DEADLINE_EXCEEDED: [504, 'Deadline expired before operation could complete.'],
} as const satisfies Record<string, readonly [number, string]>;
export type FailureName = keyof typeof FAILURES;

export const ANNOTATE_PATH = '/v1/images:annotate';

/** Google's error JSON. */
export const errorBody = (status: FailureName, message: string = FAILURES[status][1]) => ({
  error: { code: FAILURES[status][0] as number, message, status },
});

/**
 * A fault that makes the server answer with the service's error.
 * @param times number of requests that it affects; by default all until it is removed
 */
export function failureFault(name: FailureName, times?: number): Fault {
  const [status] = FAILURES[name];
  return {
    path: ANNOTATE_PATH,
    status,
    body: errorBody(name),
    headers: name === 'RESOURCE_EXHAUSTED' ? { 'retry-after': '1' } : {},
    ...(times === undefined ? {} : { times }),
  };
}

export const isFailureName = (name: unknown): name is FailureName =>
  typeof name === 'string' && Object.hasOwn(FAILURES, name);
