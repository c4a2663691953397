/** @covers Cameras: dates by EXIF, tries, words while nobody answers; the three agree */
import { expect, test } from '@jest/globals';
import { progressLine, summaryText } from '../../emulators/camera/report.ts';
import { percentile, Tally } from '../../emulators/camera/tally.ts';

test('the bar is as full as frames are settled', () => {
  expect(progressLine({ settled: 0, accepted: 0, retries: 0 }, 200)).toBe(
    `${'░'.repeat(28)} 0/200  0 accepted`,
  );
  expect(progressLine({ settled: 100, accepted: 99, retries: 3 }, 200)).toBe(
    `${'█'.repeat(14)}${'░'.repeat(14)} 100/200  99 accepted  3 retries`,
  );
});

test('the summary lists refusals and losses, the first forty of each', () => {
  const tally = new Tally();
  tally.sent = 46;
  for (let index = 0; index < 45; index += 1) {
    tally.note(`f${index}`, { kind: 'refused', status: 415, sentence: 'Error: no', took: 1 });
  }
  tally.note('gone', { kind: 'failed', reason: 'ECONNRESET', took: 1 });
  const lines = summaryText(tally.summary('503')).split('\n');
  expect(lines[0]).toBe('sent 46, accepted 0, duplicates 0, refused 45, lost 1, retries 0');
  expect(lines.slice(2, 3)).toEqual(['refused f0: 415 Error: no']);
  expect(lines.slice(41)).toEqual([
    'refused f39: 415 Error: no',
    '... and 5 more',
    'lost gone: ECONNRESET',
    'The session was not stopped: 503',
  ]);
});

test('the time of the frames ends with the last one', async () => {
  const tally = new Tally();
  tally.finish();
  const { seconds } = tally.summary();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(tally.summary().seconds).toBe(seconds);
});

test.each([
  [[], 50, 0],
  [[7], 99, 7],
  [[1, 2, 3, 4], 50, 2],
  [Array.from({ length: 200 }, (_, index) => index + 1), 99, 198],
])('percentile of %p at %p is %p', (sorted, share, expected) => {
  expect(percentile(sorted, share)).toBe(expected);
});
