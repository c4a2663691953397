import { ARCHIVE, type FormatFacts, python, unpack } from '../src/format.ts';
import { said } from '../src/loss.ts';

const PEOPLE = 'Not in it: people and times (who labelled, checked and decided, and when).';

export const sightline = {
  title: { en: 'Sightline, for another project', de: 'Sightline, für ein anderes Projekt' },
  out: {
    ...ARCHIVE,
    revision: 1,
    file: '`dataset.json`, `images.jsonl`, `images/`, `masks/`, for [another project](../label/import.md#from-another-project)',
    contains: 'everything but people and decisions',
    losses: () => said('people', PEOPLE),
    train: (stemOf) => {
      const stem = stemOf('sightline');
      const code = `import json; print(json.loads(next(open('${stem}/images.jsonl', encoding='utf-8'))))`;
      return { tool: 'Python', line: `${unpack(stem)} ${python(code)}` };
    },
  },
  in: {
    sign: 'dataset.json with its mark (Sightline)',
    recognizedBy: '`dataset.json` with its mark, beside `images.jsonl`',
    labels:
      'everything that [the archive has](#from-another-project), but names of classes that are not those of the tags',
  },
} satisfies FormatFacts;
