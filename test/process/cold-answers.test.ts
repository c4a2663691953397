/**
 * The schemas of answers are for openapi.yaml and the tests: a function that starts does not build them.
 * @covers Cold start: which clients no function loads before they are used
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCE = resolve(import.meta.dirname, '../../functions/src');

const namesAfter = (program: string): string[] => {
  const text = `import { globalRegistry } from 'zod/mini';
    for (const name of ['dataset', 'image', 'monitor', 'service-git']) {
      const [table] = Object.values(await import('./' + name + '/routes.ts'));
      for (const route of table.routes) { ${program} }
    }
    process.stdout.write([...globalRegistry._idmap.keys()].join(' '), () => process.exit());`;
  const options = { cwd: SOURCE, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text], options);
  expect(stderr).toBe('');
  return stdout.split(' ');
};

test('named schemas of answers are built when they are asked for, not at import', () => {
  const named = ['ListedImage', 'Run', 'ListedMember', 'HookDelivery', 'GitBranch', 'ListedMonitor'];
  expect(namesAfter('').filter((name) => named.includes(name))).toEqual([]);
  expect(namesAfter('route.answers();')).toEqual(expect.arrayContaining(named));
});
