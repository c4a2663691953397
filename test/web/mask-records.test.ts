/**
 * Unsaved masks as small records, of which only those that have changed are written.
 * @covers Contract 9, 12: masks of the editor: pixels of each tool, PNG, several of a class (drawn, selected, split, joined, removed, of another class), undo, two people in the same classes, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { describe, expect, test } from '@jest/globals';
import type { Records } from '../../web/src/data/images/kept-masks.ts';
import { samePixels } from '../../web/src/pages/editor/mask/commands.ts';
import { type Bitmap, emptyBitmap } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import { decodePng, encodePng } from '../../web/src/pages/editor/mask/png.ts';
import { changesBetween, keptIn, recordsOf } from '../../web/src/pages/editor/mask/records.ts';
import { fc } from '../support/fast-check.ts';

const SIZE = { width: 300, height: 40 };

/** A bitmap with one row painted. */
function row(y: number): Bitmap {
  const edit = new MaskEdit(emptyBitmap(SIZE.width, SIZE.height));
  edit.span(y, 0, SIZE.width, true);
  edit.end();
  return edit.bitmap;
}

function applied(records: Records, changes: Records): Map<string, unknown> {
  const next = new Map([...records, ...changes]);
  for (const [name, value] of changes) if (value === null) next.delete(name);
  return next;
}

describe('a mask as records', () => {
  const spans = fc.array(
    fc.record({
      y: fc.nat(SIZE.height - 1),
      x: fc.nat(SIZE.width),
      length: fc.nat(200),
      paints: fc.boolean(),
    }),
    { maxLength: 4 },
  );
  const painted = (
    on: Bitmap,
    strokes: Iterable<{ y: number; x: number; length: number; paints: boolean }>,
  ) => {
    const edit = new MaskEdit(on);
    for (const { y, x, length, paints } of strokes) edit.span(y, x, x + length, paints);
    edit.end();
    return edit.bitmap;
  };
  /** Adds, or takes back, a state. @returns the last one then */
  const stateAfter = (states: Bitmap[], step: Parameters<typeof painted>[1] | 'undo' | 'clear'): Bitmap => {
    const now = states.at(-1) as Bitmap;
    if (step === 'clear') states.push(emptyBitmap(SIZE.width, SIZE.height));
    else if (step !== 'undo') states.push(painted(now, step));
    else if (states.length > 1) states.pop();
    return states.at(-1) as Bitmap;
  };
  const decode = (png: Uint8Array<ArrayBuffer>) => decodePng(png);

  test('whatever is painted on whatever mask, what was written step by step is the mask as it is', async () => {
    const cases = fc.asyncProperty(
      fc.array(spans, { maxLength: 2 }),
      fc.array(fc.oneof(spans, fc.constantFrom('undo' as const, 'clear' as const)), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.boolean(),
      async (begun, steps, areFilesKnown) => {
        const parts = begun.map((strokes) => painted(emptyBitmap(SIZE.width, SIZE.height), strokes));
        const together = new MaskEdit(emptyBitmap(SIZE.width, SIZE.height));
        for (const part of parts) together.combine(part, true);
        together.end();
        const base = together.bitmap;
        const files = areFilesKnown ? await Promise.all(parts.map(encodePng)) : null;
        const states = [base];
        let before: Records = new Map();
        let disk = new Map<string, unknown>();
        for (const [at, step] of steps.entries()) {
          const bitmap = stateAfter(states, step);
          const unsaved = [
            { id: 'a', tag: 'x', bitmap, base, files, uris: 'u' },
            // One id goes on where the other ends.
            { id: 'a 1', tag: 'x', bitmap, base: emptyBitmap(SIZE.width, SIZE.height), files: [], uris: '' },
          ];
          const after = recordsOf(at, unsaved);
          disk = applied(disk, changesBetween(before, after));
          before = after;
        }
        expect(disk.size).toBe(before.size);
        const kept = await keptIn(structuredClone(disk), decode);
        expect(kept?.at).toBe(steps.length - 1);
        expect(kept?.masks.map(({ id }) => id)).toEqual(['a', 'a 1']);
        const last = states.at(-1) as Bitmap;
        expect(kept?.masks.map(({ bitmap }) => samePixels(bitmap, last))).toEqual([true, true]);
      },
    );
    await fc.assert(cases, { numRuns: 40 });
  });

  test('where a record is missing, nothing is offered', async () => {
    const base = row(1);
    const files = [await encodePng(base)];
    const records = recordsOf(1, [{ id: 'a', tag: 'a', bitmap: row(2), base, files, uris: '' }]);
    expect(await keptIn(records, decode)).not.toBeNull();
    for (const name of records.keys()) {
      const rest = new Map(records);
      rest.delete(name);
      expect(await keptIn(rest, decode)).toBeNull();
    }
  });
});
