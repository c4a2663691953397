/**
 * The console with very much to show: a hundred thousand images, and many cameras.
 * @covers Contract 12: 10,000 images (LONG: 100,000): reads of opening, nodes, an honest scrollbar, flat memory; the wall with 8 cameras (LONG: 32): age, silence, growth, a hidden tab
 * @covers Contract 9 PATCH images: `select` in the console: all that a filter shows, loaded or not, with one undo, also by a tab that ends in the middle
 */
import { afterAll, beforeAll, test } from '@jest/globals';
import { changeAllShown, downloadAllShown, emptyTrash } from './change-all.ts';
import { scrollThroughMany } from './long-timeline.ts';
import { type ConsoleStage, openConsole } from './stage.ts';
import { watchWall } from './wall-of-cameras.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole({ isCounted: true });
}, 180_000);
afterAll(() => stage?.close());

const WITHIN = process.env.LONG === '1' ? 3_600_000 : 900_000;

test(
  'a wall of cameras that send: none is behind, a silent one is marked, nothing grows, hidden it rests',
  () => watchWall(stage),
  WITHIN,
);

test(
  'all that a filter shows are selected, changed and taken back as one, loaded or not',
  () => changeAllShown(stage),
  WITHIN,
);
test(
  'all that a filter shows are downloaded, also by who may not change them',
  () => downloadAllShown(stage),
  WITHIN,
);
test(
  'all that is in the trash is selected, restored and deleted for good, loaded or not',
  () => emptyTrash(stage),
  WITHIN,
);

test(
  'a long timeline: few reads, few nodes, places that stay, memory that is flat',
  () => scrollThroughMany(stage),
  WITHIN,
);
