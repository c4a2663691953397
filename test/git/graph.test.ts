/** @covers Contract 7 operations against native git over many kinds of repository */
import { describe, expect, test } from '@jest/globals';
import { type GraphCommit, GraphDrawer, type GraphRow } from '../../packages/git/src/history/draw-graph.ts';
import { fc } from '../support/fast-check.ts';

describe('lanes of the graph', () => {
  const drawGraph = (all: readonly GraphCommit[]): GraphRow[] => {
    const drawer = new GraphDrawer();
    return all.map((commit) => drawer.draw(commit));
  };
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

  test('every line leads, row by row, to its commit', () => {
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
