/**
 * @covers the embedded Realtime Database: rules as Firebase recorded them, indexes, priorities
 * @covers Embedded Realtime Database
 */
import { describe, expect, test } from '@jest/globals';
import { treeFromJson } from '../../emulators/database/json.ts';
import { parsePath } from '../../emulators/database/path.ts';
import { mayRead, mayWrite } from '../../emulators/database/rules/permission.ts';
import { parseRules } from '../../emulators/database/rules/rule-tree.ts';

const DATA = { a: { text: 'x', number: 5, yes: true, map: { k: 1 } }, list: { 'u 1': 'in' } };
const AUTH = { uid: 'u 1', token: { admin: true, level: 3, firebase: { provider: 'p' } } };
const NOW = 1_000;

const tree = (json: unknown) => treeFromJson(json, { existing: null, now: NOW, depth: 0 });
const rulesOf = (rules: unknown) => parseRules(JSON.stringify({ rules }));
const reads = (rules: unknown, path: string, auth: unknown = AUTH) =>
  mayRead({
    rules: rulesOf(rules),
    auth,
    now: NOW,
    before: tree(DATA),
    after: tree(DATA),
    path: parsePath(path),
  });
const writes = (rules: unknown, path: string, after: unknown, before: unknown = DATA) =>
  mayWrite({
    rules: rulesOf(rules),
    auth: AUTH,
    now: NOW,
    before: tree(before),
    after: tree(after),
    path: parsePath(path),
  });

describe('rule expressions', () => {
  test.each([
    'true',
    "'a' + 'b' === 'ab' && 1 + 2 == 3 && \"it's\" == 'it\\'s'",
    'auth != null && auth.uid === "u 1"',
    'auth.token.admin === true && auth.token.level >= 3 && auth.token.firebase.provider == "p"',
    'auth.token.missing == null',
    'now === 1000 && now > 999.5 && -1 < 0',
    'root.child("a/text").val() == "x"',
    "root.child('list').child(auth.uid).exists()",
    'root.child("a").hasChild("number") && root.child("a").hasChildren(["text", "map/k"])',
    'root.child("a").hasChildren() && !root.child("a/text").hasChildren()',
    'root.child("a/text").isString() && root.child("a/number").isNumber() && root.child("a/yes").isBoolean()',
    'root.child("a/map").parent().child("number").val() !== 6',
    'data.child("a").exists() && !data.child("b").exists()',
    'false ? false : true ? true : false',
    'false && false || true',
    '(1 < 2) == (3 > 2)',
    'root.child("none").val() == null',
    'root.child("bad.key").exists() || true',
    'now % 7 == 6 && 2 * 3 / 4 - 0.5 == 1',
    'auth.token["level"] == 3 && "text".length == 4',
    '/* as JavaScript */ true // has them',
    'root.child("a/text").val().matches(/^[a-z]{1,3}$/) && !"AB".matches(/ab/) && "AB".matches(/ab/i)',
    '"a.b.c".replace(".", "-") == "a-b-c" && "Ab".toLowerCase() + "Ab".toUpperCase() == "abAB"',
    '"text".contains("ex") && "text".beginsWith("te") && "text".endsWith("xt") && !"text".contains("TE")',
    'root.child("none").val() >= null && !(root.child("none").val() > null)',
  ])('yes: %s', (expression) => {
    expect(reads({ '.read': expression }, '/')).toBe(true);
  });

  test.each([
    'false',
    'auth == null',
    'root.child(auth.token.missing).exists()',
    'root.child("").exists()',
    'root.child("/").exists()',
    'root.parent().exists()',
    'root.child("bad.key").exists()',
    'root.child(".priority").exists()',
    'auth.token.constructor != null',
    'auth.__proto__ != null',
  ])('no: %s', (expression) => {
    expect(reads({ '.read': expression }, '/')).toBe(false);
  });

  test('without a signed-in user, properties of auth are null, not an error', () => {
    expect(reads({ '.read': 'auth.uid == null && auth.token.admin != true' }, '/', null)).toBe(true);
  });
});

describe('invalid rules are never loaded', () => {
  test.each([
    ['an open parenthesis', { '.read': '(true' }],
    ['two values in a row', { '.read': 'true true' }],
    ['an assignment', { '.read': 'auth = null' }],
    ['a bit sign', { '.read': 'true | true' }],
    ['nothing', { '.read': '' }],
    ['an unknown name', { '.read': 'user.uid == 1' }],
    ['an unknown variable', { $a: { '.read': '$b == "x"' } }],
    ['an unknown method', { '.read': 'root.destroy()' }],
    ['a method of Object', { '.read': 'root.hasOwnProperty("a")' }],
    ['a property of a snapshot', { '.read': 'root.value == 1' }],
    ['a snapshot where a value is needed', { '.read': 'root == null' }],
    ['too many arguments', { '.read': 'root.exists(1)' }],
    ['a regular expression', { '.read': '/a/' }],
    ['an open string', { '.read': "'a" }],
    ['newData in .read', { '.read': 'newData.exists()' }],
    ['query in .write', { '.write': 'query.limitToFirst <= 10' }],
    ['a rule that is null', { '.read': 'null' }],
    ['a rule that is a text', { '.read': '"true"' }],
    ['a rule that is a number', { '.read': '1' }],
    ['a rule that may be anything', { '.read': 'auth.token.admin' }],
    ['a text before a number', { '.read': '"a" < 1' }],
    ['a text turned round', { '.read': '!"text"' }],
    ['a text as condition', { '.read': '"text" && true' }],
    ['a number as condition', { '.read': '1 ? true : true' }],
    ['a boolean added', { '.read': 'true + 1 == 2' }],
    ['nothing added', { '.read': 'null + 1 == 1' }],
    ['texts multiplied', { '.read': '"a" * 2 == 2' }],
    ['an index that is no text', { '.indexOn': 5 }],
    ['an index of nothing', { '.indexOn': [''] }],
    ['an index of what begins with a dot', { '.indexOn': '.priority' }],
    ['a regular expression that looks ahead', { '.read': '"a".matches(/(?=a)/)' }],
    ['a list where a text is needed', { '.read': 'root.hasChild(["a"])' }],
    ['two expressions', { '.read': 'true; true' }],
    ['two expressions with a parenthesis', { '.read': 'true) || (true' }],
    ['an unknown rule', { '.reed': true }],
    ['a number as rule', { '.read': 1 }],
    ['a place that is no object', { a: true }],
    ['two wildcards', { $a: {}, $b: {} }],
    ['the same wildcard twice on one way', { $a: { $a: {} } }],
  ])('%s', (_, rules) => {
    expect(() => rulesOf(rules)).toThrow();
  });

  test('comments are removed, but not inside strings', () => {
    const text = `// first\n{ /* all */ "rules": { ".read": "'//' != '/*'" // last\n } }`;
    const place = { before: null, after: null, path: [], auth: null, now: NOW };
    expect(mayRead({ ...place, rules: parseRules(text) })).toBe(true);
  });

  test('a file without rules, with other keys, or that is not JSON', () => {
    expect(() => parseRules('{}')).toThrow();
    expect(() => parseRules('{"rules": {}, "more": 1}')).toThrow();
    expect(() => parseRules('{"rules": {')).toThrow();
  });

  test('the error says where in the file', () => {
    expect(() => rulesOf({ a: { $b: { '.write': 'nobody' } } })).toThrow(
      '/rules/a/$b/.write: unknown name nobody',
    );
  });
});

describe('rules and places', () => {
  test('a permission applies to everything below, and a rule below cannot revoke it', () => {
    const rules = { a: { '.read': true, map: { '.read': false } } };
    expect(reads(rules, '/a/map/k')).toBe(true);
    expect(reads(rules, '/')).toBe(false);
    expect(reads(rules, '/list')).toBe(false);
  });

  test('a named child has its own rules, all others those of the wildcard', () => {
    const rules = { $x: { '.read': "$x != 'c'" }, a: {} };
    expect(reads(rules, '/b')).toBe(true);
    expect(reads(rules, '/c')).toBe(false);
    expect(reads(rules, '/a')).toBe(false);
  });

  test('.write sees the current and the new value', () => {
    const once = { $x: { '.write': '!data.exists() && newData.isNumber()' } };
    expect(writes(once, '/n', { ...DATA, n: 1 })).toBe(true);
    expect(writes(once, '/n', { ...DATA, n: 'text' })).toBe(false);
    expect(writes(once, '/a', { ...DATA, a: 1 })).toBe(false);
    expect(writes({ $x: { '.write': "newData.parent().child('b').exists()" } }, '/a', { b: 1 })).toBe(true);
  });

  test('.validate is checked at every level of the new value, does not cascade, and is not checked for removals', () => {
    const rules = { '.write': true, n: { '.validate': true, $k: { '.validate': 'newData.isNumber()' } } };
    expect(writes(rules, '/n', { n: { a: 1, b: 2 } })).toBe(true);
    expect(writes(rules, '/n', { n: { a: 1, b: 'text' } })).toBe(false);
    expect(writes(rules, '/', { n: { a: 'text' } })).toBe(false);
    expect(writes(rules, '/n/a', {}, { n: { a: 1 } })).toBe(true);
    expect(writes({ '.validate': true }, '/n', { n: 1 })).toBe(false);
  });
});
