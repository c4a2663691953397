/** Of groups of images: how many, their share, and the ends of its 95 % interval. */
interface Rate {
  count: number;
  share: number;
  interval: readonly number[];
}

interface Point {
  threshold: number;
  escapes: Rate;
  falseRejects: Rate;
}

const COLUMNS = ['count', 'share', 'low', 'high'];

/** Escapes against false rejects over the threshold: the names of the columns, and a line for each point. */
export function inspectionLines(curve: readonly Point[]): string[] {
  const head = [
    'threshold',
    ...['escapes', 'false_rejects'].flatMap((kind) => COLUMNS.map((each) => `${kind}_${each}`)),
  ];
  const lines = curve.map(({ threshold, escapes, falseRejects }) => [
    threshold,
    ...[escapes, falseRejects].flatMap(({ count, share, interval }) => [count, share, ...interval]),
  ]);
  return [head, ...lines].map((line) => line.join(','));
}

export const inspectionCsv = (curve: readonly Point[]): string => `${inspectionLines(curve).join('\n')}\n`;
