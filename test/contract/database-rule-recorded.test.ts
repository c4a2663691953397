/**
 * Results of rules in Firebase itself, as recorded by the targaryen project (test/spec/lib/parser/fixtures.json of
 * github.com/goldibex/targaryen, ISC): whether a rule could be deployed, whether it had a type error, its value.
 * @covers the embedded Realtime Database: rules as Firebase recorded them, indexes, priorities
 * @covers Embedded Realtime Database
 */
import { describe, expect, test } from '@jest/globals';
import { treeFromJson } from '../../emulators/database/json.ts';
import type { Query } from '../../emulators/database/query.ts';
import { checkRule } from '../../emulators/database/rules/check.ts';
import { evaluate } from '../../emulators/database/rules/evaluate.ts';
import { parseExpression } from '../../emulators/database/rules/parse.ts';
import { queryForRules } from '../../emulators/database/rules/query-for-rules.ts';
import { Snapshot } from '../../emulators/database/rules/snapshot.ts';

type Outcome = boolean | 'refused' | 'mistake';

const BOB = {
  uid: 'custom:bob',
  provider: 'custom',
  foo: { bar: true },
  someBool: true,
  someInt: 1,
  someString: 'one',
};

interface Context {
  auth?: object | null;
  data?: unknown;
  variables?: Record<string, string>;
  query?: Query;
}

function outcomeOf(rule: string, { auth = BOB, data = null, variables = {}, query }: Context = {}): Outcome {
  const root = new Snapshot(treeFromJson(data, { existing: null, now: 0, depth: 0 }), []);
  const scope = { auth, now: 1, root, data: root, newData: root, query: queryForRules(query) };
  let expression: ReturnType<typeof parseExpression>;
  try {
    expression = parseExpression(rule);
    checkRule(expression, { variables: new Set(Object.keys(variables)), rule: 'read' });
  } catch {
    return 'refused';
  }
  try {
    return evaluate(expression, { ...scope, variables: new Map(Object.entries(variables)) }) as boolean;
  } catch {
    return 'mistake';
  }
}

const NOBODY: Context = { auth: null };

describe('refused when deployed', () => {
  test.each([
    'var foo = 8',
    'root = 5',
    "auth.uid === '5'; auth.id === 5",
    '7',
    "'foo'",
    '(2**2) == 4',
    "auth.someString === 'one' ? 7 : true",
    'auth.foo.contains(7)',
    "skies === 'blue'",
    "$color == 'red'",
    "root.hasChildren('foo', 'bar')",
    "root.hasChildren(['foo', 7])",
    "root.child('str').val().matches('/foo/')",
    'auth.foo.notFound() == false',
    'root.val().notFound == false',
    "root.child('foo') != null",
    'query.foo == 1',
    'root.val() > true',
    'root.val() < true',
    'root.val() >= true',
    'root.val() <= true',
    'root["doesNotExist"]() == true',
    'root["exi" + "sts"]() == false',
    'auth.someString["doesNotContains"]("on") == false',
    'root.val().matches(/bar/ig)',
    'root.val().matches(/(^foo$|bar)/)',
    'root.val().matches(/^(foo|)$/)',
  ])('%s', (rule) => expect(outcomeOf(rule)).toBe('refused'));

  test('a method named by a variable', () => {
    expect(outcomeOf('root[$foo]() == false', { variables: { $foo: 'exists' } })).toBe('refused');
  });
});

describe('mistakes of types, met when somebody reads', () => {
  test.each([
    "auth.contains('75')",
    "'foo'.contains(auth.foo)",
    "'foo'.beginsWith(auth.foo)",
    "'foo'.endsWith(auth.foo)",
    "'foo'.replace(auth.foo, 'bar') == 'foo'",
    '-auth.foo == -1',
    'root.parent().exists()',
    'auth.dreams.length > 1',
    'auth.dreams.length > 1 ? false : true',
    '!(auth.dreams.length > 1)',
    'root.child(auth.someString.toUpperCase()).val() === null',
    'root.hasChildren([auth.uid])',
    "root.child('users/' + auth.uid).exists()",
    'root.child(auth.x + auth.y).exists()',
  ])('nobody is signed in: %s', (rule) => expect(outcomeOf(rule, NOBODY)).toBe('mistake'));

  const FOO = "root.child('foo')";
  test.each([
    `${FOO}.child(auth.foo).val() != null`,
    `${FOO}.child(auth.foo).val() == null`,
    `${FOO}.child(auth.foo).exists()`,
    `${FOO}.child(auth.foo).exists() == false`,
    `${FOO}.hasChild(auth.foo)`,
    `${FOO}.hasChild(auth.foo) == false`,
    `${FOO}.hasChildren([auth.foo])`,
    `${FOO}.hasChildren([auth.foo]) == false`,
  ])('a key that is null: %s', (rule) => {
    expect(outcomeOf(rule, { auth: null, data: { foo: { bar: true } } })).toBe('mistake');
  });

  test.each([
    "auth.notfound.contains('75')",
    'auth.not.found.length > 0',
    '-auth.someString == -1',
    "'foo1'.contains(auth.someInt)",
    "'1foo'.beginsWith(auth.someInt)",
    "'foo1'.endsWith(auth.someInt)",
    "'foo1'.replace(auth.someInt, 'bar') == 'foobar'",
    "'foobar'.replace('bar', auth.someInt) == 'foo1'",
  ])('%s', (rule) => expect(outcomeOf(rule)).toBe('mistake'));

  const ARITHMETIC = ['-', '*', '/', '%'];
  test.each(ARITHMETIC.flatMap((sign) => ['someString', 'someBool', 'none'].map((name) => [sign, name])))(
    '%s takes no auth.%s',
    (sign, name) => {
      expect(outcomeOf(`(auth.${name} ${sign} 1) == 0`)).toBe('mistake');
      expect(outcomeOf(`(1 ${sign} auth.${name}) == 0`)).toBe('mistake');
    },
  );

  test.each(['someBool', 'none'])('+ takes no auth.%s', (name) => {
    expect(outcomeOf(`(1 + auth.${name}) == 2`)).toBe('mistake');
  });

  test.each(['>', '>=', '<', '<='])('%s compares nothing of two types', (sign) => {
    expect(outcomeOf(`'foo' ${sign} auth.foo`, NOBODY)).toBe('mistake');
    expect(outcomeOf(`auth.foo ${sign} 'foo'`, NOBODY)).toBe('mistake');
    expect(outcomeOf(`'one' ${sign} auth.someInt`)).toBe('mistake');
    expect(outcomeOf(`auth.someInt ${sign} 'one'`)).toBe('mistake');
  });
});

// A second parameter without a default would be Jest's `done` for rows with only one value.
describe('values', () => {
  test.each(['==', '==='])('%s of two types is false, and its contrary true', (sign) => {
    const not = sign.replace('=', '!');
    for (const [one, other, context] of [
      ["'foo'", 'auth.foo', NOBODY],
      ["'one'", 'auth.someInt', {}],
    ] as const) {
      expect([
        outcomeOf(`${one} ${sign} ${other}`, context),
        outcomeOf(`${other} ${sign} ${one}`, context),
      ]).toEqual([false, false]);
      expect([
        outcomeOf(`${one} ${not} ${other}`, context),
        outcomeOf(`${other} ${not} ${one}`, context),
      ]).toEqual([true, true]);
    }
  });

  test.each<[string, boolean, Context?]>([
    ['1 < 2', true],
    ["'foo'.contains('o')", true],
    ['auth !== null', false, NOBODY],
    ["auth.uid !== 'eviluser'", true, NOBODY],
    ['auth.foo.baz == null', true, NOBODY],
    ['!(auth.foo == null)', false, NOBODY],
    ['!(auth.someString == null)', true],
    ['auth.someInt < 5', true],
    ["auth.provider === 'custom'", true],
    ["auth.isTernary === true ? root.child('x').exists() : true", true],
    ['root.isBoolean()', false],
    ['root.hasChildren()', false],
    ["root.hasChildren(['foo', 'bar', 'baz'])", false],
    ["$color == 'blue' && auth.foo.bar == true", true, { variables: { $color: 'blue' } }],
    ["$color == 'green'", false, { variables: { $color: 'orange' } }],
    ['auth.foo[$bar] == true', true, { variables: { $bar: 'bar' } }],
    ["auth.foo['bar'] == true", true],
    ["root.val() == 'bar'", true, { data: 'bar' }],
    ["root.val().contains('ba')", true, { data: 'bar' }],
    ['(auth.someInt + 1) == 2 && (1 + auth.someInt) == 2', true],
    ['(auth.someInt - 1) == 0 && (auth.someInt * 1) == 1', true],
    ['(auth.someInt / 2) == 0.5 && (auth.someInt % 2) == 1', true],
    ['(1 % auth.someInt) == 1', false],
    ["(auth.someString + 'two') == 'onetwo'", true],
    ['(auth.someString + 1) == 2', false],
    ["(1/0 + '') == 'NaN'", true],
    ['(1/0) > 2', false],
    ['(1/0) < 2', false],
    ['1 >= auth.someInt && 2 > auth.someInt && 1 <= auth.someInt && 0 < auth.someInt', true],
    ['root["exists"]() == false', true],
    ['auth.someString["contains"]("on") == true', true],
    ['root.child("foo").val().length < 100', true, { data: { foo: 'x' } }],
    ['root.child("banned/" + auth.uid).val() != true', true, { auth: { uid: 'bob@example.com' } }],
    ['root.hasChild("banned/" + auth.uid) == false', true, { auth: { uid: 'bob@example.com' } }],
    ['root.hasChildren(["banned/bob@example.com"]) == false', true],
    ['root.val().matches(/bar/)', true, { data: 'bar' }],
    ['root.val().matches(/BAR/i)', true, { data: 'bar' }],
    ['root.val().matches(/^foo$/)', true, { data: 'foo' }],
    ['root.val().matches(/\\{foo}/)', true, { data: '{foo}' }],
  ])('%s is %s', (rule, expected, context = {}) => expect(outcomeOf(rule, context)).toBe(expected));
});

describe('query', () => {
  const byValue = { orderBy: '.value' };
  const edge = (value: string | number | boolean) => ({ value, inclusive: true });
  test.each<[string, Query?]>([
    ['query.orderByChild == "foo/bar"', { orderBy: 'foo/bar' }],
    ['query.orderByChild == null'],
    ['query.orderByKey == true && query.orderByValue == false && query.orderByPriority == false'],
    ['query.orderByKey == false && query.orderByValue == true && query.orderByPriority == false', byValue],
    ['query.startAt == null && query.endAt == null && query.equalTo == null'],
    ['query.startAt == "foo"', { ...byValue, start: edge('foo') }],
    ['query.endAt == 3', { ...byValue, end: edge(3) }],
    ['query.equalTo == true', { ...byValue, start: edge(true), end: edge(true) }],
    ['query.limitToLast == null && query.limitToFirst == null'],
    ['query.limitToLast == 10', { ...byValue, limit: { count: 10, from: 'last' } }],
  ])('%s', (rule, query = undefined) => expect(outcomeOf(rule, query && { query })).toBe(true));
});
