import { ARCHIVE, type FormatFacts, isClassified, python, unpack } from '../src/format.ts';

export const imagefolder = {
  title: 'Hugging Face imagefolder',
  out: {
    ...ARCHIVE,
    revision: 2,
    file: '`train`, `validation`, `test`, each with `metadata.jsonl`',
    contains: 'boxes, classes of images',
    holds: (type) => ({
      boxes: !isClassified(type),
      classes: type !== 'imageObjectDetection',
      masks: false,
    }),
    train: (stemOf) => {
      const stem = stemOf('imagefolder');
      const code = `from datasets import load_dataset; print(load_dataset('imagefolder', data_dir='${stem}'))`;
      return { tool: 'Hugging Face Datasets', line: `${unpack(stem)} ${python(code)}` };
    },
  },
  in: {
    sign: 'metadata.jsonl or metadata.csv with file_name (Hugging Face imagefolder)',
    recognizedBy: '`metadata.jsonl` or `metadata.csv` with `file_name` (Hugging Face)',
    labels: '`label`, `labels`, `objects`',
  },
} satisfies FormatFacts;
