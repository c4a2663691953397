/** @covers README: every command, what is printed under it, names, links, the picture */
import { expect, test } from '@jest/globals';
import { patternOf } from './compare-answer.ts';
import { readDocument } from './read-document.ts';

const ADDED = '{"data":{"error":false,"result":"Added image","id":"4it2dmpg1fvmt1oqfsrk"}}';

test.each([
  ['the same text', '{"error":false,"status":"success"}', '{"error":false,"status":"success"}\n'],
  ['another id', ADDED, ADDED.replace('4it2dmpg1fvmt1oqfsrk', 'v1f2kd0yq3k9ycd51jr2')],
  ['the rest of a long answer', '{"all":["a",…],"n":3}', '{"all":["a","b","c"],"n":3}'],
  ['another day', 'dataset_2026-11-20.zip', 'dataset_2027-01-02.zip'],
  ['another commit', '{"branch":"from-d35b1c2"}', '{"branch":"from-0a1b2c3"}'],
])('%s matches the printed answer', (_, printed, answer) => {
  expect(answer).toMatch(patternOf([printed]));
});

test.each([
  ['another value', '{"error":false,"status":"success"}', '{"error":true,"status":"success"}'],
  ['another key', '{"error":false,"status":"success"}', '{"error":false,"state":"success"}'],
  ['one key more', '{"error":false}', '{"error":false,"status":"success"}'],
  ['another number', '{"ahead":1,"behind":0}', '{"ahead":1,"behind":2}'],
  ['another word where an id was', ADDED, ADDED.replace('4it2dmpg1fvmt1oqfsrk', 'none')],
  ['nothing', '{"error":false}', ''],
])('%s does not', (_, printed, answer) => {
  expect(answer).not.toMatch(patternOf([printed]));
});

test('a command ends where the shell ends it, and the comments below it are its answer', () => {
  const { steps, languages } = readDocument(
    [
      'Text',
      '```sh',
      'A=1',
      'curl x |   # why',
      "  sed 's/a/",
      "b/'",
      '# {"a":1,',
      '#  "b":2}',
      '',
      'echo \\',
      '  two',
      '```',
      '```json',
      '{}',
      '```',
      '```ts',
      '// Of its own.',
      'console.log(1);',
      '// 1',
      '```',
    ].join('\n'),
  );
  expect(steps).toEqual([
    { line: 3, language: 'sh', command: 'A=1', answer: null },
    { line: 4, language: 'sh', command: "curl x |   # why\n  sed 's/a/\nb/'", answer: ['{"a":1,', '"b":2}'] },
    { line: 10, language: 'sh', command: 'echo \\\n  two', answer: null },
    { line: 17, language: 'ts', command: '// Of its own.\nconsole.log(1);', answer: ['1'] },
  ]);
  expect(languages).toEqual(['sh', 'json', 'ts']);
});
