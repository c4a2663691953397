/**
 * While one caller sends the worst of each kind, another one's frame, list and csv are answered. How fast: `npm run bench -- fair`.
 * @covers Quotas by caller: what one caller sends keeps nobody else from an answer
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ATTACKS, during, type FairStage, openFairStage } from './attacks.ts';

let stage: FairStage;
beforeAll(async () => {
  stage = await openFairStage();
});
afterAll(() => stage?.close());

test.each(Object.keys(ATTACKS))('others are answered beside: %s', async (name) => {
  const attack = await ATTACKS[name]!(stage);
  const { result, statuses } = await during(attack, async () => {
    const answered: Record<string, number> = {};
    for (const [what, ask] of Object.entries(stage.wanted)) answered[what] = (await ask()).status;
    return answered;
  });
  expect(result).toEqual({ frame: 200, list: 200, csv: 200 });
  // It is an attack, not a request that is refused as such.
  expect(Object.keys(statuses).filter((status) => ['400', '401', '403', '404'].includes(status))).toEqual([]);
});
