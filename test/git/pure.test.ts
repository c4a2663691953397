import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { editConfig } from '../../functions/src/git/config/edit-config.ts';
import { parseConfig } from '../../functions/src/git/config/parse-config.ts';
import { compareFlows } from '../../functions/src/git/diff/compare-flows.ts';
import { diffTexts } from '../../functions/src/git/diff/make-hunks.ts';
import { drawGraph, type GraphCommit } from '../../functions/src/git/history/draw-graph.ts';
import { mergeFlows } from '../../functions/src/git/merge/merge-flows.ts';
import { mergeLines } from '../../functions/src/git/merge/merge-lines.ts';
import { git, newFolder, removeFolders, tryGit, write } from './native.ts';

afterAll(removeFolders);

describe('lanes of the graph', () => {
  const commits = (text: string): GraphCommit[] =>
    text.split(' ').map((word) => {
      const [hash = '', parents = ''] = word.split(':');
      return { hash, parents: [...parents] };
    });
  const drawn = (text: string): string[] =>
    drawGraph(commits(text)).map(({ lane, edges }) =>
      `${lane} ${edges.map(({ from, to, hash }) => `${from}>${to}${hash}`).join(' ')}`.trim(),
    );

  test.each([
    ['one commit', 'a', ['0']],
    [
      'a first parent stays in its lane although a lower one is free',
      'd:b c:x b x:a a',
      ['0 0>0b', '1 0>0b 1>1x', '0 1>1x', '1 1>1a', '1'],
    ],
    ['a line', 'c:b b:a a', ['0 0>0b', '0 0>0a', '0']],
    ['a merge', 'd:bc c:a b:a a', ['0 0>0b 0>1c', '1 0>0b 1>1a', '0 0>1a 1>1a', '1']],
    ['two tips', 'c:a b:a a', ['0 0>0a', '1 0>0a 1>0a', '0']],
    [
      'an octopus',
      'e:bcd d:a c:a b:a a',
      ['0 0>0b 0>1c 0>2d', '2 0>0b 1>1c 2>2a', '1 0>0b 1>2a 2>2a', '0 0>2a 2>2a', '2'],
    ],
    ['unrelated histories share a lane one after the other', 'b a', ['0', '0']],
    [
      'a freed lane is used again',
      'e:c d:c c:ab b a',
      ['0 0>0c', '1 0>0c 1>0c', '0 0>0a 0>1b', '1 0>0a', '0'],
    ],
  ])('%s', (_, text, rows) => expect(drawn(text)).toEqual(rows));

  test('every line leads, row by row, to the commit that it names', () => {
    const history = fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 25,
    });
    fc.assert(
      fc.property(history, (steps) => {
        const all = steps.map((parents, at) => ({
          hash: String(at),
          parents: [...new Set(parents.map((step) => at + step))]
            .filter((parent) => parent < steps.length)
            .map(String),
        }));
        const rows = drawGraph(all);
        for (const [at, row] of rows.entries()) {
          for (const edge of row.edges) {
            const next = rows[at + 1];
            const arrives =
              all[at + 1]?.hash === edge.hash
                ? next?.lane === edge.to
                : next?.edges.some((on) => on.from === edge.to && on.hash === edge.hash);
            expect(arrives).toBe(true);
          }
          const own = row.edges.filter((edge) => edge.from === row.lane).map((edge) => edge.hash);
          for (const parent of all[at]?.parents ?? []) expect(own).toContain(parent);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const line = fc.constantFrom('a', 'b', 'c', 'd', '');
const text = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

test('git apply turns the old text into the new one with our hunks, whatever the texts', () => {
  const folder = newFolder();
  git(folder, 'init', '-q');
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after && before !== '' && after !== '');
      write(folder, 'f', before);
      const { hunks } = diffTexts(before, after);
      const body = hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines,
      ]);
      write(folder, 'patch', `${['--- a/f', '+++ b/f', ...body].join('\n')}\n`);
      git(folder, 'apply', '--unidiff-zero', 'patch');
      expect(git(folder, 'hash-object', 'f')).toBe(hashOf(folder, after));
    }),
    { numRuns: 60 },
  );
});

test('our hunks are as short as those of git diff --minimal', () => {
  const folder = newFolder();
  fc.assert(
    fc.property(text, text, (before, after) => {
      write(folder, 'x', before);
      write(folder, 'y', after);
      const [plus = '0', minus = '0'] = tryGit(
        folder,
        'diff',
        '--no-index',
        '--minimal',
        '--numstat',
        'x',
        'y',
      ).stdout.split('\t');
      const { insertions, deletions } = diffTexts(before, after);
      // Git gives up lines that come too often, even so.
      expect(insertions + deletions).toBeLessThanOrEqual(Number(plus) + Number(minus));
      expect(insertions - deletions).toBe(Number(plus) - Number(minus));
    }),
    { numRuns: 60 },
  );
});

test('changes that touch each other are a conflict, as in git', () => {
  expect(mergeLines('a\nb\n', 'A\nb\n', 'a\nB\n')).toBeUndefined();
  expect(mergeLines('a\nm\nb\n', 'A\nm\nb\n', 'a\nm\nB\n')).toBe('A\nm\nB\n');
});

/** Few different lines, so that many a change can be seen in more than one place; the sides are the base, edited. */
const flowLine = fc.constantFrom('{\n', '},\n', '  "id": 1\n', '\n', 'x\n');
const edits = fc.array(
  fc.record({ at: fc.nat(12), drop: fc.nat(1), lines: fc.array(flowLine, { maxLength: 2 }) }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const sides = fc.tuple(fc.array(flowLine, { maxLength: 12 }), edits, edits).map(([base, mine, other]) => {
  const edited = (changes: typeof mine): string => {
    const copy = [...base];
    for (const { at, drop, lines } of changes) copy.splice(at, drop, ...lines);
    return copy.join('');
  };
  return { base: base.join(''), ours: edited(mine), theirs: edited(other) };
});
const strangers = fc.record({ base: text, ours: text, theirs: text });

test('what is merged by lines git merges too, to the same text', () => {
  const folder = newFolder();
  const runs = process.env.LONG ? 5000 : 300;
  const others: object[] = [];
  fc.assert(
    fc.property(fc.oneof(strangers, { weight: 3, arbitrary: sides }), ({ base, ours, theirs }) => {
      for (const [name, content] of Object.entries({ base, ours, theirs })) write(folder, name, content);
      const { status, stdout } = tryGit(folder, 'merge-file', '-p', 'ours', 'base', 'theirs');
      const merged = mergeLines(base, ours, theirs);
      if (merged !== undefined && (status !== 0 || stdout !== merged))
        others.push({ base, ours, theirs, merged });
      if (ours === base) expect(merged).toBe(theirs);
      if (theirs === base || ours === theirs) expect(merged).toBe(ours);
    }),
    { numRuns: runs, ...(!process.env.LONG && { seed: 1 }) },
  );
  // Where whole blocks repeat there may be more than one shortest way, and git may take another.
  expect(others.slice(Math.floor(runs / 1000))).toEqual([]);
}, 600_000);

const hashOf = (folder: string, content: string): string => {
  write(folder, 'expected', content);
  return git(folder, 'hash-object', 'expected');
};

describe('flow files', () => {
  const tab = { id: 't1', type: 'tab', label: 'Line 1' };
  const node = (id: string, more: object = {}) => ({
    id,
    type: 'function',
    z: 't1',
    name: id,
    x: 1,
    y: 1,
    ...more,
  });
  const flow = (...nodes: object[]): string => JSON.stringify(nodes);

  test('nodes added, changed and removed are told per tab by name', () => {
    const before = flow(tab, node('a'), node('b'), { id: 'c', type: 'mqtt-broker', name: 'broker' });
    const after = flow(tab, node('a', { func: 'x', x: 5 }), node('n'), {
      id: 't2',
      type: 'tab',
      label: 'Line 2',
    });
    expect(compareFlows(before, after)).toEqual({
      tabs: [
        {
          id: 't1',
          label: 'Line 1',
          status: 'changed',
          added: [{ id: 'n', type: 'function', name: 'n' }],
          removed: [{ id: 'b', type: 'function', name: 'b' }],
          changed: [{ id: 'a', type: 'function', name: 'a', properties: ['x', 'func'] }],
        },
        {
          id: 't2',
          label: 'Line 2',
          status: 'added',
          added: [{ id: 't2', type: 'tab', name: 'Line 2' }],
          removed: [],
          changed: [],
        },
        {
          id: 'global',
          label: 'Global nodes',
          status: 'changed',
          added: [],
          removed: [{ id: 'c', type: 'mqtt-broker', name: 'broker' }],
          changed: [],
        },
      ],
    });
  });

  test.each(['{"a":1}', '[1]', '[{"id":1}]', 'no json', '[]'])('%s is no flow file', (other) => {
    expect(compareFlows(other, other)).toBeUndefined();
  });

  test('only the order of keys or the spaces differ: nothing changed', () => {
    expect(compareFlows('[{"id":"a","type":"tab"}]', '[ {"type":"tab", "id":"a"} ]')).toEqual({ tabs: [] });
  });

  test('different nodes, and different properties of one node, merge; the same property does not', () => {
    const base = flow(tab, node('a'), node('b'));
    const merged = mergeFlows(
      base,
      flow(tab, node('a', { x: 9 })),
      flow(tab, node('a', { func: 'f' }), node('b'), node('c')),
    );
    expect(JSON.parse(merged ?? '')).toEqual([tab, node('a', { x: 9, func: 'f' }), node('c')]);
    expect(
      mergeFlows(base, flow(tab, node('a', { x: 2 }), node('b')), flow(tab, node('a', { x: 3 }), node('b'))),
    ).toBeUndefined();
    expect(mergeFlows(base, flow(tab, node('b')), flow(tab, node('a', { x: 3 }), node('b')))).toBeUndefined();
  });

  test('a file nested deeper than any editor writes is no flow file, and breaks nobody', () => {
    const deep = (levels: number): string =>
      flow(tab).replace('"Line 1"', '['.repeat(levels) + ']'.repeat(levels));
    expect(compareFlows(deep(200_000), deep(200_001))).toBeUndefined();
    expect(mergeFlows(deep(200_000), deep(200_001), deep(200_000))).toBeUndefined();
    expect(compareFlows(deep(100), deep(101))?.tabs).toHaveLength(1);
  });

  test('a property named __proto__ is one like any other', () => {
    const named = (value: number, x: number): string =>
      flow(node('a', { x })).replace('"x"', `"__proto__":${value},"x"`);
    const merged = mergeFlows(named(1, 1), named(2, 1), named(1, 5));
    expect(merged).toContain('"__proto__":2');
    expect(merged).toContain('"x":5');
  });

  test('the merged file keeps the indentation of our own', () => {
    const pretty = (...nodes: object[]): string => JSON.stringify(nodes, null, 4);
    const merged = mergeFlows(pretty(tab), pretty(tab, node('a')), pretty(tab, node('b')));
    expect(merged).toBe(pretty(tab, node('b'), node('a')));
  });
});

describe('configuration', () => {
  test('is read as git config --list reads it', () => {
    const folder = newFolder();
    const source = [
      '[core]',
      '\tbare = false ; comment',
      '[remote "ori gin"]',
      '  url = "a # b" c',
      '[x "Q\\"uote"]k=v#c',
      '[empty]',
      'flag',
      '[long]',
      'v = one \\',
      '  two',
      'esc = "a\\tb\\\\"',
      '[A.B]',
      'C=d',
      '[s] k = "" ',
      '',
    ].join('\n');
    write(folder, 'config', source);
    const native = git(folder, 'config', '-f', 'config', '-z', '--list')
      .split('\0')
      .filter((row) => row !== '');
    const ours = parseConfig(source).map(({ name, value }) =>
      name === 'empty.flag' ? name : `${name}\n${value}`,
    );
    expect(ours).toEqual(native.map((row) => row.replace('a.b.c', 'a.b.c')));
  });

  test('an edit sets what it names and leaves the rest as it is written', () => {
    const folder = newFolder();
    const source = '# mine\n[branch "x"]\n\tremote = old\n\trebase = true\n[core]\n\tbare = false\n';
    write(
      folder,
      'config',
      editConfig(editConfig(source, 'branch', 'x', { remote: 'origin' }), 'branch', 'ü "q"', {
        merge: 'refs/heads/a',
      }),
    );
    const get = (key: string): string => git(folder, 'config', '-f', 'config', key).trim();
    expect([
      get('branch.x.remote'),
      get('branch.x.rebase'),
      get('core.bare'),
      get('branch.ü "q".merge'),
    ]).toEqual(['origin', 'true', 'false', 'refs/heads/a']);
  });
});
