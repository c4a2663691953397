/**
 * In a process of its own: jest's `process` is a copy, which has no domain.
 * @covers Retries, and codes of other services
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const FRONT_DOOR = resolve(import.meta.dirname, '../../functions/src/common/http/front-door.ts');

test('what a call does after leaveDomain is not in the domain of the framework', async () => {
  const program = `
    import domain from 'node:domain';
    import { leaveDomain } from ${JSON.stringify(FRONT_DOOR)};
    leaveDomain();
    domain.create().run(async () => {
      const seen = [Boolean(process.domain)];
      leaveDomain();
      seen.push(Boolean(process.domain));
      await null;
      seen.push(Boolean(process.domain));
      setImmediate(() => console.log(JSON.stringify([...seen, Boolean(process.domain)])));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toEqual([true, false, false, false]);
});
