/**
 * `npm run` commands reject unknown options and explain themselves.
 * @covers commands explain themselves; a missing Firestore emulator is offered
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readCommandLine } from '../../functions/src/common/command-line.ts';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const WITH_OPTIONS = [
  'start',
  'camera',
  'bench',
  'sweep',
  'boxes',
  'device-key',
  'person',
  'editor',
  'doctor',
  'smoke',
  'monitoring',
  'backup',
  'restore',
  'parameters',
  'bucket-lifecycle',
  'bucket-cors',
  'mount-volume',
  'sample',
];

/** As npm runs it, without the build before it. */
function run(name: string, ...options: string[]) {
  const [, program = ''] = /node (\S+)$/.exec(scripts[name] ?? '') ?? [];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, program), ...options], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.each(WITH_OPTIONS)('npm run %s', (name) => {
  test('rejects an unknown option in one sentence, with the most similar one', () => {
    const { status, stdout, stderr } = run(name, '--hlep');
    expect(status).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^npm (run )?[\w-]+ has no option --hlep: did you mean --help\? `npm (run )?[\w-]+ -- --help` lists them\.\n/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('explains itself', () => {
    const { status, stdout } = run(name, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(name === 'start' ? 'npm start' : `npm run ${name}`);
    expect(stdout).toContain('--');
  });
});

const OPTIONS = {
  fresh: { type: 'boolean' },
  'ports-from': { type: 'string', short: 'p' },
} as const;

test.each([
  [['--port-from=1'], 'npm start has no option --port-from: did you mean --ports-from?'],
  [['--bogus'], 'npm start has no option --bogus; `npm start -- --help` lists them.'],
  [['-x'], 'npm start has no option --x; `npm start -- --help` lists them.'],
  [['--fresh=1'], '--fresh takes no value.'],
  [['--ports-from'], '--ports-from needs a value: --ports-from=VALUE.'],
  [['--ports-from', ''], '--ports-from needs a value: --ports-from=VALUE.'],
  [['-p'], '--ports-from needs a value: --ports-from=VALUE.'],
  [['--ports-from', '--fresh'], '--ports-from needs a value: --ports-from=VALUE.'],
  [['here'], 'npm start takes no "here": options begin with --.'],
])('%j', (args, sentence) => {
  expect(() => readCommandLine('npm start', { args, options: OPTIONS })).toThrow(sentence);
});
