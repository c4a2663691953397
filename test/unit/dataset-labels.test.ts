/** @covers Contract 4 labels, tagmap */
import { describe, expect, test } from '@jest/globals';
import type { Tag } from '../../functions/src/common/model.ts';
import { parseTagMap } from '../../functions/src/dataset/csv/tag-map.ts';
import { CsvFault } from '../../packages/formats/csv/csv-error.ts';
import { isLabel, toLabel } from '../../packages/formats/csv/label.ts';
import { labelTags } from '../../packages/formats/csv/labels.ts';
import { tag } from '../support/dataset-record.ts';
import { anyText, fc } from '../support/fast-check.ts';

/** Kind and reason of the error that a call throws. */
function faultOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof CsvFault) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return 'none';
}

const labelsOf = (tags: Tag[], query?: string) =>
  Object.fromEntries(labelTags(tags, parseTagMap(query, tags)));

describe('Contract 4: labels are tag names adapted to what the importer accepts', () => {
  test.each([
    ['dust', 'dust'],
    ['Dust_2', 'Dust_2'],
    ['trailing_', 'trailing_'],
    ['hard hat', 'hard_hat'],
    ['  hard -- hat! ', 'hard_hat'],
    ['Größe', 'Gro_e'],
    ['café', 'cafe'],
    ['3mm', 'tag_3mm'],
    ['_x', 'x'],
    ['=HYPERLINK("x")', 'HYPERLINK_x'],
    ['"quoted"', 'quoted'],
    ['a,b\nc', 'a_b_c'],
    ['__proto__', 'proto'],
    ['x'.repeat(40), 'x'.repeat(32)],
    [`9${'x'.repeat(40)}`, `tag_9${'x'.repeat(27)}`],
    ['', null],
    ['___', null],
    ['漏れ', null],
  ])('the name %j gives the label %j', (name, label) => {
    expect(toLabel(name)).toBe(label);
  });

  test('every name gives a label that the importer accepts, or none', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (name) => {
        const label = toLabel(name);
        expect(label === null || /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(label)).toBe(true);
      }),
    );
  });

  test('a valid label is not changed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,31}$/), (name) => toLabel(name) === name),
    );
    expect(isLabel('a'.repeat(33))).toBe(false);
  });

  test('two tags that would collide are an error naming both', () => {
    expect(faultOf(() => labelsOf([tag('a', 'hard hat'), tag('b', 'hard-hat')]))).toBe(
      'data: tags "hard hat" (a) and "hard-hat" (b) have the same label "hard_hat"',
    );
  });

  test('a name that gives no label is an error naming the tag, which the tag map solves', () => {
    const tags = [tag('a', '漏れ')];
    expect(faultOf(() => labelsOf(tags))).toBe(
      'data: tag "漏れ" (a) has no name that can be a label; give one',
    );
    expect(labelsOf(tags, '{"a":"leak"}')).toEqual({ a: 'leak' });
  });

  test('a tag for unclassified data gives no label, unless the tag map names it', () => {
    const tags = [tag('a', 'dust'), tag('b', 'unknown', true)];
    expect(labelsOf(tags)).toEqual({ a: 'dust', b: null });
    expect(labelsOf(tags, 'unknown:other')).toEqual({ a: 'dust', b: 'other' });
  });
});

describe('Contract 4: tagmap renames or merges labels', () => {
  const tags = [tag('t1', 'dust'), tag('t2', 'fine dust'), tag('t3', 'dent'), tag('t4', 'a:b')];

  test.each([
    ['nothing', undefined, { t1: 'dust', t2: 'fine_dust', t3: 'dent', t4: 'a_b' }],
    ['an empty text', '  ', { t1: 'dust', t2: 'fine_dust', t3: 'dent', t4: 'a_b' }],
    ['JSON by id', '{"t1":"d"}', { t1: 'd', t2: 'fine_dust', t3: 'dent', t4: 'a_b' }],
    ['JSON by name', ' {"fine dust":"d"}', { t1: 'dust', t2: 'd', t3: 'dent', t4: 'a_b' }],
    ['a merge of two', '{"t1":"d","t2":"d"}', { t1: 'd', t2: 'd', t3: 'dent', t4: 'a_b' }],
    ['a merge into a third', 'fine dust:dust', { t1: 'dust', t2: 'dust', t3: 'dent', t4: 'a_b' }],
    ['null', '{"t1":null,"t2":""}', { t1: null, t2: null, t3: 'dent', t4: 'a_b' }],
    ['the short form', 'dust:d, t3 : e', { t1: 'd', t2: 'fine_dust', t3: 'e', t4: 'a_b' }],
    ['empty in the short form', 'dust:,dent:null', { t1: null, t2: 'fine_dust', t3: null, t4: 'a_b' }],
    ['a name with a colon', 'a:b:c', { t1: 'dust', t2: 'fine_dust', t3: 'dent', t4: 'c' }],
    ['the same twice', 't1:d,dust:d', { t1: 'd', t2: 'fine_dust', t3: 'dent', t4: 'a_b' }],
  ])('%s', (_, query, labels) => {
    expect(labelsOf(tags, query)).toEqual(labels);
  });

  test.each([
    ['an unknown tag', '{"t9":"x"}', 'tagmap: unknown tag "t9"'],
    ['an unknown tag in the short form', 'rust:x', 'tagmap: unknown tag "rust"'],
    ['broken JSON', '{"t1":', 'tagmap is not valid JSON'],
    ['a JSON list', '["t1"]', 'tagmap must be a JSON object of tags and labels'],
    ['no pair', 'dust', 'tagmap: "dust" is not of the form name:label'],
    ['a trailing comma', 'dust:d,', 'tagmap: "" is not of the form name:label'],
    ['two labels for one tag', 't1:d,dust:e', 'tagmap gives tag "dust" two labels'],
    ['a label with a space', '{"t1":"a b"}', 'tagmap: the label of "t1" must be'],
    ['a formula', 't1:=1+1', 'tagmap: the label of "t1" must be'],
    ['a number', '{"t1":5}', 'tagmap: the label of "t1" must be'],
    ['a prototype', '{"__proto__":"x"}', 'tagmap: unknown tag "__proto__"'],
  ])('%s is a bad parameter', (_, query, reason) => {
    expect(faultOf(() => labelsOf(tags, query))).toContain(`parameter: ${reason}`);
  });

  test('a name of several tags means all of them, an id only its tag', () => {
    const twins = [tag('a', 'dust'), tag('b', 'dust'), tag('dust', 'other')];
    expect(labelsOf(twins.slice(0, 2), 'dust:d')).toEqual({ a: 'd', b: 'd' });
    expect(labelsOf(twins, 'dust:d,a:e,b:f')).toEqual({ a: 'e', b: 'f', dust: 'd' });
  });

  test('any text is either parsed or refused as a parameter', () => {
    fc.assert(
      fc.property(anyText(), (query) => {
        expect(faultOf(() => parseTagMap(query, tags))).toMatch(/^(none$|parameter: )/);
      }),
    );
  });
});
