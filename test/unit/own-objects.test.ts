/** @covers Contract 2 which object belongs to a dataset, for every route and the sweep */
import { describe, expect, test } from '@jest/globals';
import type { Objects } from '../../functions/src/common/ports.ts';
import { masksOf, originalOf } from '../../functions/src/common/storage/own-objects.ts';

const objects = {
  nameOf: (uri: string) => (uri.startsWith('gs://ours/') ? uri.slice('gs://ours/'.length) || null : null),
} as Objects;

describe("Contract 2: an image's objects are in its dataset's folder", () => {
  test.each([
    ['bolts', 'gs://ours/dataset/bolts/i.jpg', 'dataset/bolts/i.jpg'],
    ['bolts', 'gs://ours/dataset/bolts/deeper/i.jpg', 'dataset/bolts/deeper/i.jpg'],
    ['bolts', 'gs://ours/dataset/bolts/', null],
    ['bolts', 'gs://ours/dataset/bolts', null],
    ['bolts', 'gs://ours/dataset/bolts-2/i.jpg', null],
    ['bolts', 'gs://ours/dataset/other/i.jpg', null],
    ['bolts', 'gs://ours/DATASET/bolts/i.jpg', null],
    ['bolts', 'gs://ours/i.jpg', null],
    ['bolts', 'gs://theirs/dataset/bolts/i.jpg', null],
    ['bolts', 'dataset/bolts/i.jpg', null],
    ['bolts', '', null],
    ['', 'gs://ours/dataset//i.jpg', null],
  ])('dataset "%s", %s', (dataset, uri, name) => {
    expect(originalOf({ dataset, uri }, objects)).toBe(name);
    const masks = [{ tag: 't', uri }];
    expect(masksOf({ dataset, masks }, objects)).toEqual(name === null ? [] : [name]);
  });
});
