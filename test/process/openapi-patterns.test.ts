/**
 * Every pattern of openapi.yaml means the same in JavaScript (with and without the flag `u`), Python and Java.
 * @covers Patterns of openapi.yaml in JavaScript, Python, Java
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { OPENAPI } from '../../tools/openapi/write.ts';
import { STEP } from '../support/limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-patterns-'));
afterAll(() => rmSync(folder, { recursive: true }));

const document = readFileSync(OPENAPI, 'utf8');
const patterns = new Set<string>();

JSON.parse(JSON.stringify(parse(document)), (key, value: unknown) => {
  if (key === 'pattern' && typeof value === 'string') patterns.add(value);
  return value;
});

const HASH = '0123456789abcdef0123456789abcdef01234567';
const CHARACTERS = ['p', 'C', 'c', 's', '{', '}', 'u', '\\', '.', '_', '-', ' ', '~', '😀', 'ä', 'Ω'];
const CONTROLS = [
  '\0',
  '\t',
  '\n',
  '\r',
  '\x1f',
  '\x7f',
  '\x80',
  '\x85',
  '\x9f',
  '\xa0',
  '\u2028',
  '\u2029',
  '\ufeff',
];
const WORDS = [
  '',
  'a',
  '12',
  HASH,
  HASH.slice(0, 12),
  `slk_${HASH}abc`,
  `sld_${HASH}abc`,
  `whsec_${HASH}abc=`,
  'gs://b/o',
  'data:image/webp;base64,',
  '..',
  '...',
  '__a__',
  '__a',
  'bolts',
  'Piecs',
];

/** The text between a pattern's anchors, which the pattern should match. */
const meant = [...patterns].map((pattern) =>
  pattern
    .replaceAll('(?![\\s\\S])', '')
    .replaceAll('[\\s\\S]*', 'x')
    .replace(/^\^/, '')
    .replace(/\\(.)/g, '$1'),
);
const texts = [...WORDS, ...meant].flatMap((word) =>
  [...CHARACTERS, ...CONTROLS, ''].flatMap((each) => [word + each, each + word]),
);
const cases = {
  patterns: [...patterns],
  texts: [...new Set([...texts, 'a/b', '__a/b__', '__\u2028__', 'a\r\n'])],
};

type Finds = (pattern: string, text: string) => boolean;

/** One line per pattern, one digit per text. */
const verdicts = (finds: Finds): string[] =>
  cases.patterns.map((pattern) => cases.texts.map((text) => Number(finds(pattern, text))).join(''));
const expected = verdicts((pattern, text) => new RegExp(pattern, 'u').test(text));

/** Results that differ from JavaScript with the flag `u`. */
const differences = (lines: readonly string[]): [pattern: string, text: string][] =>
  cases.patterns.flatMap((pattern, at) =>
    cases.texts.flatMap((text, index) =>
      lines[at]?.[index] === expected[at]?.[index] ? [] : [[pattern, text] as [string, string]],
    ),
  );

const PYTHON = `import json, re, sys
cases = json.load(open(sys.argv[1]))
for pattern in cases['patterns']:
    print(''.join(str(int(bool(re.search(pattern, text)))) for text in cases['texts']))`;

/** Reads hexadecimal UTF-16, because Java has no JSON parser. */
const JAVA = `import java.nio.file.*; import java.util.regex.*;
class Check {
  static String text(String hex) {
    var out = new StringBuilder();
    for (int at = 0; at + 4 <= hex.length(); at += 4) out.append((char) Integer.parseInt(hex.substring(at, at + 4), 16));
    return out.toString();
  }
  public static void main(String[] args) throws Exception {
    var patterns = Files.readAllLines(Path.of(args[0])); var texts = Files.readAllLines(Path.of(args[1]));
    for (var pattern : patterns) {
      var compiled = Pattern.compile(text(pattern)); var line = new StringBuilder();
      for (var each : texts) line.append(compiled.matcher(text(each)).find() ? '1' : '0');
      System.out.println(line);
    }
  }
}`;

function run(program: string, name: string, source: string, args: readonly string[]): string[] {
  const file = join(folder, name);
  writeFileSync(file, source);
  const { stdout, stderr, status } = spawnSync(program, [file, ...args], {
    encoding: 'utf8',
    timeout: STEP,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n');
}

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const testWith = (isHere: boolean) => (isHere ? test : test.skip);

test('there are patterns, and each matches some texts and not others', () => {
  expect(patterns.size).toBeGreaterThan(20);
  for (const line of expected) expect(line).toMatch(/0.*1|1.*0/);
});

test('JavaScript without the flag u', () => {
  expect(differences(verdicts((pattern, text) => new RegExp(pattern).test(text)))).toEqual([]);
});

testWith(has('python3', '--version'))('Python (skipped without python3)', () => {
  const file = join(folder, 'cases.json');
  writeFileSync(file, JSON.stringify(cases));
  expect(differences(run('python3', 'check.py', PYTHON, [file]))).toEqual([]);
});

testWith(has('javac', '-version'))('Java (skipped without javac)', () => {
  const hex = (text: string) =>
    Array.from(text.split(''), (unit) => unit.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const files = Object.entries(cases).map(([name, list]) => {
    writeFileSync(join(folder, name), list.map(hex).join('\n'));
    return join(folder, name);
  });
  expect(differences(run('java', 'Check.java', JAVA, files))).toEqual([]);
});
