import { IMPORTED, vertexLine } from '../csv/importer.ts';
import { vertexLosses } from '../csv/losses.ts';
import { type FormatFacts, LINES } from '../src/format.ts';

export const vertexJsonl = {
  title: 'Vertex AI JSON Lines',
  out: {
    ...IMPORTED,
    ...LINES,
    file: "Vertex AI's JSON Lines",
    contains: 'the same as `csv`',
    losses: vertexLosses,
    train: (stemOf, type) => vertexLine(stemOf('vertex-jsonl'), 'jsonl', type),
  },
  in: {
    sign: 'lines of JSON with imageGcsUri (Vertex AI)',
    recognizedBy: 'lines with `imageGcsUri` (Vertex AI), with the image files',
    labels: 'boxes or classes',
  },
} satisfies FormatFacts;
