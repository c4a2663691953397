/** @covers Retries, and codes of other services */
import { describe, expect, test } from '@jest/globals';
import { HttpError } from '../../functions/src/common/errors.ts';
import {
  faultOf,
  isMissing,
  isTransient,
  translateForeign,
} from '../../functions/src/common/foreign-errors.ts';

const failed = (fields: object) => Object.assign(new Error('any text'), fields);

describe('errors of other services are read by their codes', () => {
  test.each([
    ['gRPC unavailable', { code: 14 }, 'unreachable', true],
    ['HTTP 503', { code: 503 }, 'unreachable', true],
    ['HTTP 503 as text', { code: '503' }, 'unreachable', true],
    ['HTTP 502 as a status', { status: 502 }, 'unreachable', true],
    ['a broken connection', { code: 'ECONNRESET' }, 'unreachable', true],
    ["one of Node's own fetch", { cause: { code: 'UND_ERR_SOCKET' } }, 'unreachable', true],
    [
      'a code of a library, caused by a broken connection',
      { code: 'X', cause: { code: 'EPIPE' } },
      'unreachable',
      true,
    ],
    ['gRPC deadline', { code: 4 }, 'deadline', true],
    ['gRPC quota', { code: 8 }, 'quota', true],
    ['HTTP 429', { code: 429 }, 'quota', true],
    ['gRPC aborted', { code: 10 }, 'overtaken', true],
    ['gRPC internal', { code: 13 }, 'internal', false],
    ['gRPC not found', { code: 5 }, 'missing', false],
    ['HTTP 403', { code: 403 }, 'permission', false],
    ['an aborted signal', { code: 20, name: 'AbortError' }, 'unknown', false],
    ['no code', {}, 'unknown', false],
  ])('%s', (_, fields, fault, transient) => {
    const error = failed(fields);
    expect([faultOf(error), isTransient(error), isMissing(error)]).toEqual([
      fault,
      transient,
      fault === 'missing',
    ]);
    expect(translateForeign(error).code).toBe(transient ? 'unavailable' : 'unforeseen');
  });

  test('an error of our own keeps its meaning, whatever its cause', () => {
    expect(isTransient(new HttpError('file not found', {}, failed({ code: 503 })))).toBe(false);
  });
});
