/**
 * Sends each example request of openapi.yaml to a local stack with the sample data again; the answer matches the
 * description.
 * @covers openapi.yaml: every route, every error, from the schemas that requests are checked with; every answer of the tests is held to it
 */
import { beforeAll, expect, test } from '@jest/globals';
import { askAll, type Told } from '../../tools/openapi/ask.ts';
import { askingOf } from '../../tools/openapi/asking.ts';
import { readExamples } from '../../tools/openapi/examples.ts';
import { STORY } from '../../tools/openapi/story.ts';
import { flawOfAnswer } from '../support/described.ts';

const ASKED = STORY.map(([operation, said]) => askingOf(operation, said));
const told: Told[] = [];

beforeAll(() => askAll((each) => told.push(each)));

const nameOf = ({ operation, name }: { operation: string; name: string }): string => `${operation} ${name}`;

test('every example was recorded, and no other', () => {
  expect(readExamples().map(nameOf)).toEqual(ASKED.map(nameOf));
});

test.each(ASKED.map((asking, at) => [`${asking.method} ${asking.path}`, at] as const))('%s', (_, at) => {
  const { asking, status, headers, text } = told[at] as Told;
  const { method, path } = asking;
  const header = (name: string) => headers.get(name);
  expect([status, flawOfAnswer({ method, path, status, header, text })]).toEqual([200, undefined]);
  // Ids and times differ each time, so only the keys are compared.
  expect(keysOf(JSON.parse(text))).toEqual(keysOf(readExamples()[at]?.body));
});

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(keysOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, keysOf(each)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
