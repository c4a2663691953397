/**
 * Merge of flows by node: what is a conflict, what is not, and the effect of a choice.
 * @covers Contract 7 merge of flows by node; what a merge by lines must hold; changes of flows by node
 * @covers Contract 7 pull: flow files merge by node, others as git merges them
 * @covers Git: what one side removed and the other needs is a conflict; numbers keep their digits
 */
import { describe, expect, test } from '@jest/globals';
import { checkFlows } from '../../packages/git/src/flows/check-flows.ts';
import { isFlowFile } from '../../packages/git/src/flows/flow.ts';
import { type FlowConflict, type FlowMerge, mergeFlows } from '../../packages/git/src/flows/merge-flows.ts';

const flow = (...nodes: object[]): string => JSON.stringify(nodes);
const tab = (id = 't', more: object = {}) => ({ id, type: 'tab', label: `Tab ${id}`, ...more });
const node = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  z: 't',
  x: 1,
  y: 1,
  wires: [[]],
  ...more,
});
const config = (id: string) => ({ id, type: 'mqtt-broker', name: id });
const group = (id: string, nodes: string[], more: object = {}) => ({
  id,
  type: 'group',
  z: 't',
  nodes,
  x: 0,
  y: 0,
  ...more,
});
const subflow = (id: string, more: object = {}) => ({ id, type: 'subflow', name: id, ...more });

const nodesOf = (merge: FlowMerge): unknown => {
  if (!merge.ok) throw new Error(`in conflict: ${merge.conflicts.map((each) => each.node).join(' ')}`);
  return JSON.parse(merge.text);
};
const conflictsOf = (merge: FlowMerge): FlowConflict[] => (merge.ok ? [] : merge.conflicts);
const idsOf = (merge: FlowMerge): string[] => conflictsOf(merge).map((each) => each.node);

describe('both sides changed different things', () => {
  test('different nodes, and different properties of one node, merge', () => {
    const merge = mergeFlows(
      flow(tab(), node('a'), node('b')),
      flow(tab(), node('a', { x: 9 })),
      flow(tab(), node('a', { func: 'f' }), node('b'), node('c')),
    );
    expect(nodesOf(merge)).toEqual([tab(), node('a', { x: 9, func: 'f' }), node('c')]);
  });

  test('a file that both added is merged with an empty base', () => {
    expect(nodesOf(mergeFlows(null, flow(tab()), flow(tab('u'))))).toEqual([tab('u'), tab()]);
    expect(nodesOf(mergeFlows(null, '', flow(tab('u'))))).toEqual([tab('u')]);
    expect(nodesOf(mergeFlows(flow(tab()), '[]', '[]'))).toEqual([]);
  });

  test('the order of tabs that one side changed is kept', () => {
    const base = flow(tab('1'), tab('2'), tab('3'));
    const merge = mergeFlows(
      base,
      flow(tab('1'), tab('2'), tab('4'), tab('3')),
      flow(tab('3'), tab('1'), tab('2')),
    );
    expect(nodesOf(merge)).toEqual([tab('3'), tab('1'), tab('2'), tab('4')]);
  });

  test('both add a node to one group: both become members', () => {
    const members = (...ids: string[]): string =>
      flow(tab(), group('g', ids), ...ids.map((id) => node(id, { g: 'g' })));
    const merge = mergeFlows(members('a'), members('a', 'b'), members('a', 'c'));
    expect(nodesOf(merge)).toEqual(
      JSON.parse(
        flow(tab(), group('g', ['a', 'b', 'c']), ...['a', 'c', 'b'].map((id) => node(id, { g: 'g' }))),
      ),
    );
  });

  test('a group loses the member that one side removed, whatever the other side changed in the group', () => {
    const merge = mergeFlows(
      flow(tab(), group('g', ['a', 'b']), node('a', { g: 'g' }), node('b', { g: 'g' })),
      flow(tab(), group('g', ['a']), node('a', { g: 'g' })),
      flow(tab(), group('g', ['a', 'b'], { name: 'new' }), node('a', { g: 'g' }), node('b', { g: 'g' })),
    );
    expect(nodesOf(merge)).toEqual([tab(), group('g', ['a'], { name: 'new' }), node('a', { g: 'g' })]);
  });
});

describe('values keep their text', () => {
  const LONG_NUMBER = '12345678901234567890';
  const withNumber = (number: string, x: number): string =>
    `[{"id":"a","type":"inject","x":${x},"y":1,"count":${number},"wires":[]}]`;

  test('a number of 20 digits keeps them all, in the merged node and in others', () => {
    const merge = mergeFlows(
      withNumber(LONG_NUMBER, 1),
      withNumber(LONG_NUMBER, 2),
      withNumber(LONG_NUMBER, 1).replace('"inject"', '"other"'),
    );
    expect(merge).toEqual({ ok: true, text: withNumber(LONG_NUMBER, 2).replace('"inject"', '"other"') });
  });

  test('two numbers that are equal in JavaScript are different', () => {
    const merge = mergeFlows(
      withNumber(LONG_NUMBER, 1),
      withNumber(`${LONG_NUMBER.slice(0, -1)}1`, 1),
      withNumber(`${LONG_NUMBER.slice(0, -1)}2`, 1),
    );
    expect(idsOf(merge)).toEqual(['a']);
  });

  test('another spelling of a value is not a change', () => {
    const spelled = (value: string, x: number): string => withNumber(value, x);
    const merge = mergeFlows(
      spelled('[1,"é",{"a":1,"b":2}]', 1),
      spelled('[1.0,"\\u00e9",{"b":2e0,"a":10e-1}]', 1),
      spelled('[1,"é",{"a":1,"b":3}]', 1),
    );
    expect(merge).toEqual({ ok: true, text: spelled('[1,"é",{"a":1,"b":3}]', 1) });
  });

  test('__proto__ is a property, a node id and a choice like any other', () => {
    const named = (value: number, x: number): string =>
      `[{"id":"__proto__","type":"inject","__proto__":${value},"x":${x}}]`;
    expect(mergeFlows(named(1, 1), named(2, 1), named(1, 5))).toEqual({ ok: true, text: named(2, 5) });
    expect(idsOf(mergeFlows(named(1, 1), named(2, 1), named(3, 1)))).toEqual(['__proto__']);
    const choices = JSON.parse('{"__proto__":"theirs"}') as Record<string, 'ours' | 'theirs'>;
    expect(mergeFlows(named(1, 1), named(2, 1), named(3, 1), choices)).toEqual({
      ok: true,
      text: named(3, 1),
    });
  });

  test('of a duplicate key the last value counts, as in the editor', () => {
    const twice = (last: number, x: number): string => `[{"id":"a","type":"t","v":1,"v":${last},"x":${x}}]`;
    expect(nodesOf(mergeFlows(twice(2, 1), twice(3, 1), twice(2, 7)))).toEqual([
      { id: 'a', type: 't', v: 3, x: 7 },
    ]);
    expect(mergeFlows(twice(2, 1), twice(3, 1), twice(2, 1))).toEqual({ ok: true, text: twice(3, 1) });
  });

  test.each([
    ['four blanks', 4, '\n'],
    ['a tab, without a line feed at the end', '\t', ''],
    ['one line', undefined, '\n'],
  ])('the layout of our side is kept: %s', (_, indent, end) => {
    const pretty = (...nodes: object[]): string => JSON.stringify(nodes, undefined, indent) + end;
    const moved = node('a', { x: 5, rules: [{ t: 'set' }, {}], none: [] });
    const merge = mergeFlows(
      flow(tab(), node('a')),
      pretty(tab(), moved),
      flow(tab('t', { info: 'i' }), node('a', { func: 'f' }), node('b')),
    );
    expect(merge).toEqual({
      ok: true,
      text: pretty(tab('t', { info: 'i' }), { ...moved, func: 'f' }, node('b')),
    });
  });

  test('lines that end in CRLF, a byte order mark and a node written by hand stay as they are', () => {
    const ours = `\uFEFF[\r\n  {"id": "t",  "type":"tab"},\r\n  {"id":"a","type":"x"}\r\n]\r\n`;
    const merge = mergeFlows(
      '[{"id":"t","type":"tab"}]',
      ours,
      '[{"id":"t","type":"tab"},{"id":"b","type":"y"}]',
    );
    const added = '{\r\n    "id": "b",\r\n    "type": "y"\r\n  }';
    expect(merge).toEqual({ ok: true, text: ours.replace('},\r\n', `},\r\n  ${added},\r\n`) });
  });
});

describe('conflicts', () => {
  test('one property, changed differently on both sides; both are reported as written', () => {
    const [base, ours, theirs] = [1, 2, 3].map(
      (x) => `[${JSON.stringify(tab())}, {"id":"a", "type":"t", "z":"t", "x":${x}}]`,
    );
    expect(mergeFlows(base ?? '', ours ?? '', theirs ?? '')).toEqual({
      ok: false,
      conflicts: [
        {
          node: 'a',
          type: 't',
          tab: 'Tab t',
          ours: '{"id":"a", "type":"t", "z":"t", "x":2}',
          theirs: '{"id":"a", "type":"t", "z":"t", "x":3}',
        },
      ],
    });
  });

  test('removed here, changed there', () => {
    const merge = mergeFlows(flow(tab(), node('a')), flow(tab()), flow(tab(), node('a', { x: 9 })));
    expect(conflictsOf(merge)).toEqual([
      { node: 'a', type: 'function', tab: 'Tab t', ours: null, theirs: JSON.stringify(node('a', { x: 9 })) },
    ]);
  });

  /** [what, base, one side, the other, nodes in conflict, what choosing the other side brings back] */
  const REMOVED: [string, object[], object[], object[], string[], string[]][] = [
    [
      'a tab, and a node is added on it',
      [tab(), node('a')],
      [],
      [tab(), node('a'), node('b')],
      ['b'],
      ['t', 'a', 'b'],
    ],
    [
      'a tab, and a node is moved onto it',
      [tab(), tab('u'), node('a', { z: 'u' })],
      [tab('u'), node('a', { z: 'u' })],
      [tab(), tab('u'), node('a')],
      ['a'],
      ['t', 'u', 'a'],
    ],
    [
      'a node, and another is wired to it',
      [tab(), node('a'), node('b')],
      [tab(), node('b')],
      [tab(), node('a'), node('b', { wires: [['a']] })],
      ['b'],
      ['t', 'a', 'b'],
    ],
    [
      'a node, and one that is added is wired to it',
      [tab(), node('a')],
      [tab()],
      [tab(), node('a'), node('b', { wires: [[], ['a']] })],
      ['b'],
      ['t', 'a', 'b'],
    ],
    [
      'a subflow, and an instance is added',
      [tab(), subflow('s'), node('i', { z: 's' })],
      [tab()],
      [tab(), subflow('s'), node('i', { z: 's' }), node('b', { type: 'subflow:s' })],
      ['b'],
      ['t', 's', 'i', 'b'],
    ],
    [
      'a node that a port of a subflow is wired to then',
      [subflow('s'), node('i', { z: 's' })],
      [subflow('s')],
      [subflow('s', { in: [{ x: 1, y: 1, wires: [{ id: 'i' }] }] }), node('i', { z: 's' })],
      ['s'],
      ['s', 'i'],
    ],
    [
      'a configuration node, and another node uses it',
      [tab(), node('a'), config('c')],
      [tab(), node('a')],
      [tab(), node('a', { broker: 'c' }), config('c')],
      ['a'],
      ['t', 'a', 'c'],
    ],
    [
      'a configuration node, and a rule deep inside names it',
      [tab(), node('a'), config('c')],
      [tab(), node('a')],
      [tab(), node('a', { env: [{ name: 'B', value: 'c' }] }), config('c')],
      ['a'],
      ['t', 'a', 'c'],
    ],
    [
      'a group, and a node joins it',
      [tab(), node('a'), group('g', [])],
      [tab(), node('a')],
      [tab(), node('a', { g: 'g' }), group('g', ['a'])],
      ['g', 'a'],
      ['t', 'a', 'g'],
    ],
    [
      'a node, and another links to it',
      [tab(), node('a'), node('b')],
      [tab(), node('b')],
      [tab(), node('a'), node('b', { links: ['a'] })],
      ['b'],
      ['t', 'a', 'b'],
    ],
    [
      'a node, and another watches it',
      [tab(), node('a'), node('b')],
      [tab(), node('b')],
      [tab(), node('a'), node('b', { scope: ['a'] })],
      ['b'],
      ['t', 'a', 'b'],
    ],
    [
      'a node, and two that are added hang on it one behind the other',
      [tab(), node('a')],
      [tab()],
      [tab(), node('a'), node('b', { wires: [['a']] }), node('c', { wires: [['b']] })],
      ['b', 'c'],
      ['t', 'a', 'b', 'c'],
    ],
  ];

  describe.each(REMOVED)('one side removes %s', (_, base, one, other, conflicts, restored) => {
    const texts = [flow(...base), flow(...one), flow(...other)] as const;
    const all = (side: 'ours' | 'theirs') => Object.fromEntries(conflicts.map((id) => [id, side]));

    test('is a conflict, whichever side it is', () => {
      expect(idsOf(mergeFlows(...texts)).sort()).toEqual([...conflicts].sort());
      expect(idsOf(mergeFlows(texts[0], texts[2], texts[1])).sort()).toEqual([...conflicts].sort());
    });

    test('the side that removed it is chosen: it is removed', () => {
      expect(nodesOf(mergeFlows(...texts, all('ours')))).toEqual(one);
    });

    test('the other side is chosen: what it needs is restored', () => {
      const nodes = nodesOf(mergeFlows(...texts, all('theirs'))) as { id: string }[];
      expect(nodes.map(({ id }) => id).sort()).toEqual([...restored].sort());
      expect(checkFlows(JSON.stringify(nodes))).toEqual([]);
      expect(nodes).toEqual(
        expect.arrayContaining(other.filter((each) => restored.includes((each as { id: string }).id))),
      );
    });
  });

  test('a reference that was dangling before is not a conflict', () => {
    const stray = node('a', { z: 'nowhere', wires: [['gone']] });
    const merge = mergeFlows(
      flow(tab(), stray),
      flow(tab(), stray, node('b')),
      flow(tab(), { ...stray, x: 7 }),
    );
    expect(nodesOf(merge)).toEqual([tab(), { ...stray, x: 7 }, node('b')]);
  });

  test('contradictory choices keep more: a node keeps the one to which it is wired', () => {
    const merge = mergeFlows(
      flow(tab(), node('a'), node('b')),
      flow(tab(), node('b')),
      flow(tab(), node('a', { x: 9 }), node('b', { wires: [['a']] })),
      { a: 'ours', b: 'theirs' },
    );
    expect(nodesOf(merge)).toEqual([tab(), node('a', { x: 9 }), node('b', { wires: [['a']] })]);
  });

  test('decided conflicts stay decided: only the others are reported again', () => {
    const sides = [1, 2, 3].map((x) => flow(tab(), node('a', { x }), node('b', { x }))) as [
      string,
      string,
      string,
    ];
    expect(idsOf(mergeFlows(...sides))).toEqual(['a', 'b']);
    expect(idsOf(mergeFlows(...sides, { a: 'ours' }))).toEqual(['b']);
    // A choice may be meant for another file.
    expect(idsOf(mergeFlows(...sides, { t: 'theirs', elsewhere: 'ours' }))).toEqual(['a', 'b']);
    expect(nodesOf(mergeFlows(...sides, { a: 'ours', b: 'theirs' }))).toEqual([
      tab(),
      node('a', { x: 2 }),
      node('b', { x: 3 }),
    ]);
  });
});

describe('what cannot be merged', () => {
  const sound = flow(tab());
  test.each([
    ['no JSON', '[{'],
    ['no list', '{"id":"a","type":"tab"}'],
    ['a node without type', '[{"id":"a"}]'],
    ['an id that is no text', '[{"id":1,"type":"tab"}]'],
    ['one id twice', flow(tab(), tab())],
    ['nested without end', '['.repeat(200_000) + ']'.repeat(200_000)],
    [
      'nested deeper than any editor writes',
      flow(tab()).replace('"Tab t"', '['.repeat(600) + ']'.repeat(600)),
    ],
  ])('%s', (_, text) => {
    for (const sides of [
      [text, sound, sound],
      [sound, text, sound],
      [sound, sound, text],
    ] as const)
      expect(mergeFlows(...sides)).toEqual({ ok: false, conflicts: [] });
    expect(checkFlows(text).map((problem) => problem.code)).toEqual(['not_a_flow']);
  });
});

describe('a text that git merged by lines', () => {
  test('is correct if it has no new dangling reference', () => {
    const stray = flow(tab(), node('a', { wires: [['gone']] }));
    expect(checkFlows(flow(tab(), node('a')))).toEqual([]);
    expect(checkFlows(stray)).toEqual([{ code: 'dangling', node: 'a', target: 'gone' }]);
    expect(checkFlows(stray, { base: stray, ours: stray, theirs: stray })).toEqual([]);
  });

  test('a configuration node that one side removed and the other uses is detected, although the text alone does not show it', () => {
    const base = flow(tab(), node('a'), config('c'));
    const [ours, theirs] = [flow(tab(), node('a')), flow(tab(), node('a', { broker: 'c' }), config('c'))];
    const problem = { code: 'dangling', node: 'a', target: 'c' };
    expect(checkFlows(flow(tab(), node('a', { broker: 'c' })), { base, ours, theirs })).toEqual([problem]);
  });

  test('a change that git put into another node, or lost, is detected', () => {
    const [base, ours] = [flow(tab(), node('a'), node('b')), flow(tab(), node('b'))];
    const theirs = flow(tab(), node('a', { broker: 'x' }), node('b'));
    const lost = (id: string) => ({ code: 'lost', node: id, target: null });
    expect(checkFlows(flow(tab(), node('b', { broker: 'x' })), { base, ours, theirs })).toEqual([
      lost('b'),
      lost('a'),
    ]);
    expect(checkFlows(flow(tab(), node('b')), { base, ours, theirs: base })).toEqual([]);
    expect(checkFlows(flow(tab()), { base, ours, theirs: base })).toEqual([lost('b')]);
    expect(
      checkFlows(flow(tab(), node('c')), { base: null, ours: '[]', theirs: flow(tab(), node('c')) }),
    ).toEqual([]);
  });

  test('git may have merged the lines of a property that both changed', () => {
    const wired = (...wires: string[][]): string => flow(tab(), node('a', { wires }), node('b'), node('c'));
    const texts = { base: wired([], []), ours: wired(['b'], []), theirs: wired([], ['c']) };
    expect(checkFlows(wired(['b'], ['c']), texts)).toEqual([]);
    expect(idsOf(mergeFlows(texts.base, texts.ours, texts.theirs))).toEqual(['a']);
  });

  test('a group and its members refer to each other', () => {
    expect(checkFlows(flow(tab(), group('g', ['a', 'b']), node('a'), node('c', { g: 'g' })))).toEqual([
      { code: 'group', node: 'g', target: 'a' },
      { code: 'group', node: 'g', target: 'b' },
      { code: 'group', node: 'g', target: 'c' },
    ]);
  });
});

test('a flow file is recognized by its name', () => {
  expect(['flows.json', 'a/b.json', 'flows.txt', 'json'].map(isFlowFile)).toEqual([true, true, false, false]);
});

test('a merge takes time proportional to the flow, even with a single tab and group', () => {
  const many = (count: number, more: object): string => {
    const ids = Array.from({ length: count }, (_, at) => `n${at}`);
    return flow(tab(), group('g', ids), ...ids.map((id) => node(id, { g: 'g', wires: [['n0']], ...more })));
  };
  /** Processor time, so that load on the machine does not matter. */
  const once = (count: number): number => {
    const started = process.cpuUsage();
    nodesOf(mergeFlows(many(count, {}), many(count, { x: 2 }), many(count, { y: 2 })));
    expect(conflictsOf(mergeFlows(many(count, {}), '[]', many(count, { y: 2 })))).toHaveLength(count);
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  const time = (count: number): number => Math.min(once(count), once(count), once(count));
  time(500);
  // Linear would be 8; quadratic 64.
  expect(time(8_000) / time(1_000)).toBeLessThan(32);
});
