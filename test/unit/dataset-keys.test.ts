/**
 * Contract 17: the role of a program's key, and whose key a text is.
 * @covers Contract 17 Programs: a key of a dataset opens nothing else
 */
import { expect, test } from '@jest/globals';
import { nameOf, type ProgramCaller } from '../../functions/src/common/access/caller.ts';
import { DATASET_KEY, DEVICE_KEY } from '../../functions/src/common/access/keys.ts';
import { judge, judgeDataset, ROLES } from '../../functions/src/common/access/permit.ts';
import { uidOf } from '../../functions/src/common/access/permit-maker.ts';

const program = (fields: Partial<ProgramCaller> = {}): ProgramCaller => ({
  kind: 'program',
  keyHash: '4be0d41c32a1'.padEnd(64, '0'),
  dataset: 'bolts',
  role: 'editor',
  holder: 'ada',
  ...fields,
});
const bolts = { id: 'bolts', owner: 'ada', members: { 'program:4be0d41c32a1': 'editor' } } as const;

test.each([
  ['viewer', ['yes', 'low', 'low']],
  ['editor', ['yes', 'yes', 'low']],
] as const)('a %s in its dataset, never its owner', (role, verdicts) => {
  expect(ROLES.map((needed) => judgeDataset(program({ role }), bolts, needed))).toEqual(verdicts);
});

test.each([
  ['another dataset', program({ dataset: 'nuts' })],
  ['a dataset that has another owner now', program({ holder: 'ben' })],
  ['a key without a holder', program({ holder: null })],
])('nothing in %s', (_, caller) => {
  expect(judgeDataset(caller, bolts, 'viewer')).toBe('hidden');
});

test('nothing in other records, also of the same id, and whatever they say of its name', () => {
  expect(uidOf(program())).toBe('program:4be0d41c32a1');
  expect(judge(program(), bolts, 'viewer')).toBe('hidden');
});

test('each key is a caller of its own where calls are limited', () => {
  expect(nameOf(program(), '10.0.0.1')).toBe(`program ${program().keyHash}`);
});

test('no text is a key of a monitor and of a dataset', () => {
  const random = 'a'.repeat(43);
  const seen = [`slk_${random}`, `sld_${random}`, `sld_${random}a`, `sld_${random}\n`, `x sld_${random}`];
  expect(seen.map((each) => [DEVICE_KEY.test(each), DATASET_KEY.test(each)])).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [false, false],
    [false, false],
  ]);
});
