/** Examples of labelling and judging images. */
import { type Asking, asking, refused } from './asking.ts';

export const CURATED: readonly Asking[] = [
  asking('changeImages', 200, 'PATCH /dataset/bolts/images', {
    json: {
      changes: [
        { image: 'bolts-0001', tag: 'good', decision: 'accept' },
        { image: 'bolts-0002', decision: 'reject' },
        { image: 'bolts-0003', seen: 7, set: 'TEST' },
      ],
    },
  }),
  asking(
    'changeImages',
    400,
    'PATCH /dataset/bolts/images',
    refused('decision', 'Unknown decision', {
      json: { changes: [{ image: 'bolts-0001', decision: 'maybe' }] },
    }),
  ),
  asking(
    'changeImages',
    400,
    'PATCH /dataset/bolts/images',
    refused('old', 'A list of long ago', {
      json: { select: { set: 'TRAIN', shown: 3617, at: 1_790_000_000_000 }, change: { set: 'TEST' } },
    }),
  ),
  asking(
    'changeImages',
    404,
    'PATCH /dataset/bolts/images',
    refused('change', 'No such change', { json: { undo: 'vqektme8zqzolpqa5mt8' } }),
  ),
  asking('listTrash', 200, 'GET /dataset/bolts/trash?limit=1'),
  asking('restoreImages', 200, 'POST /dataset/bolts/trash/restore', { json: { images: ['bolts-0002'] } }),
  asking(
    'restoreImages',
    400,
    'POST /dataset/bolts/trash/restore',
    refused('list', 'Images is not a list', { json: {} }),
  ),
  asking('deleteTrashed', 200, 'DELETE /dataset/bolts/trash', { json: { images: ['bolts-0002'] } }),
  asking(
    'deleteTrashed',
    400,
    'DELETE /dataset/bolts/trash',
    refused('list', 'No list of images', { json: {} }),
  ),
  asking('linkImages', 200, 'POST /dataset/bolts/links', { json: { images: ['bolts-0001'] } }),
  asking(
    'linkImages',
    400,
    'POST /dataset/bolts/links',
    refused('list', 'Images is not a list', { json: { images: 'bolts-0001' } }),
  ),
];
