/**
 * Between messages of a flow and frames.
 * @covers Contract 13 sending: retries, refusals, a revoked key, live frames beside a backlog, frames that cannot pass, redeployments; sessions (Contract 10)
 */
import { expect, test } from '@jest/globals';
import { frameOf } from '../../flow-nodes/src/nodes/frame-of.ts';

const payload = Buffer.from([0xff, 0xd8, 0xff, 0]);
const given = (more: object, tag = '') =>
  frameOf({ _msgid: '1', payload, ...more } as Parameters<typeof frameOf>[0], { dataset: '', tag }, 'node');

test('a tag or dataset that the service cannot have is refused at once, wherever it comes from', () => {
  const tag = `dataset/${'d'.repeat(256)}/tag/${'t'.repeat(256)}`;
  expect(given({ tag, dataset: 'd'.repeat(256) })).toMatchObject({ tag });
  expect(() => given({ tag: `${tag}ü` })).toThrow('msg.tag is longer than 526 bytes');
  expect(() => given({}, 't'.repeat(20_000))).toThrow('msg.tag is longer than 526 bytes');
  expect(() => given({ dataset: 'd'.repeat(257) })).toThrow('msg.dataset is longer than 256 bytes');
  expect(given({})).toMatchObject({ tag: undefined, dataset: undefined });
});
