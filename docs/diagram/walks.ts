/**
 * `npm run diagram`: draws docs/walk-*.svg, the ways of a frame, a decision, a commit and an export through the code. The files
 * are chosen here. The arrows are their imports, so a picture that is no longer true cannot be drawn.
 */
import { writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type Box, drawArrow, drawText } from './marks.ts';
import { drawPage } from './page.ts';
import { readImports } from './read-imports.ts';

type Stop = readonly [file: string, does: string];

interface Walk {
  title: string;
  /** Each column is imported by the one before. */
  columns: readonly (readonly Stop[])[];
}

export const WALKS: Readonly<Record<string, Walk>> = {
  frame: {
    title: 'A frame: POST /monitor/{id}/image',
    columns: [
      [['functions/src/monitor/routes.ts', 'path, schemas, limit']],
      [
        ['functions/src/monitor/add-image.ts', 'object, record, answer'],
        ['functions/src/monitor/wiring.ts', 'chooses the adapters'],
      ],
      [
        ['functions/src/monitor/permit-monitor.ts', 'whose key, which dataset'],
        ['functions/src/common/images/pictures.ts', 'size, look, thumbnail'],
        ['functions/src/monitor/frame-id.ts', 'the same frame, the same id'],
        ['functions/src/common/adapters/objects.ts', 'stores the bytes'],
        ['functions/src/common/adapters/firestore/images/images.ts', 'frames share a commit'],
        ['functions/src/common/counters/counter-publisher.ts', 'shows the counters'],
        ['functions/src/common/live/live-follower.ts', 'shows the live state'],
      ],
      [
        ['functions/src/common/images/decoding.ts', 'limits memory'],
        ['functions/src/common/adapters/storage-http.ts', 'Cloud Storage'],
        ['functions/src/common/adapters/firestore/counters/tally-line.ts', 'counts the frame'],
        ['functions/src/common/concurrency/pacer.ts', 'at most once a second'],
      ],
    ],
  },
  decision: {
    title: 'A decision: PATCH /dataset/{id}/images',
    columns: [
      [['functions/src/dataset/routes.ts', 'routes of the function']],
      [['functions/src/dataset/curate/routes.ts', 'path, schemas, limit']],
      [
        ['functions/src/dataset/curate/change-images.ts', 'up to 500, in parts'],
        ['functions/src/dataset/wiring.ts', 'chooses the adapters'],
      ],
      [
        ['functions/src/dataset/require-dataset.ts', 'who may change it'],
        ['functions/src/dataset/curate/judge-image.ts', 'what a change means'],
        ['functions/src/common/adapters/firestore/images/image-changes.ts', 'record, trash, counters'],
        ['functions/src/common/counters/counter-publisher.ts', 'shows the counters'],
      ],
      [
        ['functions/src/common/adapters/firestore/commit-some.ts', 'each on its condition'],
        ['functions/src/common/adapters/firestore/counters/counter-parts.ts', 'in the same commit'],
        ['functions/src/common/concurrency/pacer.ts', 'at most once a second'],
      ],
    ],
  },
  commit: {
    title: 'A commit: POST /service-git/commit',
    columns: [
      [['functions/src/service-git/routes.ts', 'path and body']],
      [
        ['functions/src/service-git/permit-operation.ts', 'the permission in the token'],
        ['functions/src/service-git/run-operation.ts', 'one change at a time'],
        ['functions/src/service-git/wiring.ts', 'lease, editor'],
      ],
      [
        ['packages/git/src/operations/operations.ts', 'the table of operations'],
        ['functions/src/service-git/adapters/lease.ts', 'against other processes'],
        ['functions/src/service-git/adapters/editor.ts', 'reloads the flows'],
      ],
      [['packages/git/src/operations/create-commit.ts', 'what is committed']],
      [
        ['packages/git/src/change/changing.ts', 'lock, scratch index, journal'],
        ['packages/git/src/process/run-git.ts', 'native git, hardened'],
      ],
    ],
  },
  export: {
    title: 'An export: GET /dataset/{id}/version/{number}/export',
    columns: [
      [['functions/src/dataset/routes.ts', 'routes of the function']],
      [['functions/src/dataset/formats/routes.ts', 'path, schemas, limit']],
      [
        ['functions/src/dataset/formats/export-version.ts', 'chooses the format'],
        ['functions/src/dataset/wiring.ts', 'chooses the adapters'],
      ],
      [
        ['functions/src/dataset/formats/open-source.ts', 'what is exported'],
        ['functions/src/dataset/formats/yolo.ts', 'one file for each format'],
        ['functions/src/dataset/formats/archive/archive-files.ts', 'pictures, while they are read'],
        ['functions/src/dataset/zip/zip-stream.ts', 'writes the archive'],
        ['functions/src/common/adapters/objects.ts', 'opens the pictures'],
      ],
      [
        ['functions/src/common/versions/read-manifest.ts', 'lines of the manifest'],
        ['functions/src/common/concurrency/in-order.ts', 'several at once, in order'],
        ['functions/src/dataset/zip/zip-headers.ts', 'sizes and checksums'],
        ['functions/src/common/adapters/storage-http.ts', 'Cloud Storage'],
      ],
    ],
  },
};

const CARD = { w: 258, h: 66 };
const STEP = { x: CARD.w + 44, y: CARD.h + 14 };
const MARGIN = { x: 28, y: 64 };

export function drawWalk({ title, columns }: Walk): string {
  const most = Math.max(...columns.map(({ length }) => length));
  const size = { w: 2 * MARGIN.x - 44 + columns.length * STEP.x, h: MARGIN.y + most * STEP.y + 14 };
  const boxes = new Map<string, Box>();
  for (const [at, stops] of columns.entries()) {
    const top = MARGIN.y + ((most - stops.length) * STEP.y) / 2;
    for (const [row, [file]] of stops.entries())
      boxes.set(file, { x: MARGIN.x + at * STEP.x, y: top + row * STEP.y, ...CARD });
  }
  const arrows = columns.slice(1).flatMap((stops, at) => arrowsTo(stops, columns[at] ?? [], boxes));
  const cards = columns.flat().map((stop) => drawStop(stop, boxes.get(stop[0]) as Box));
  return drawPage(size, title, [drawText(MARGIN.x, 38, title, 'name'), ...arrows, ...cards]);
}

/** @throws Error if nobody imports one of them */
function arrowsTo(
  stops: readonly Stop[],
  before: readonly Stop[],
  boxes: ReadonlyMap<string, Box>,
): string[] {
  return stops.flatMap(([file]) => {
    const from = before.filter(([each]) => readImports(each).has(file));
    if (from.length === 0) throw new Error(`No file of the column before imports ${file}.`);
    return from.map((each) => arrow(boxes.get(each[0]) as Box, boxes.get(file) as Box, before.indexOf(each)));
  });
}

/** @param row of the file that it comes from: each has a line of its own */
function arrow(from: Box, to: Box, row: number): string {
  const [y, end] = [from.y + from.h / 2, to.y + to.h / 2];
  const turn = from.x + from.w + 14 + (row % 3) * 8;
  if (y === end)
    return drawArrow([
      [from.x + from.w, y],
      [to.x, end],
    ]);
  return drawArrow([
    [from.x + from.w, y],
    [turn, y],
    [turn, end],
    [to.x, end],
  ]);
}

function drawStop([file, does]: Stop, { x, y, w, h }: Box): string {
  const folder = dirname(file).replace(/^functions\/src\/?/, '') || 'functions/src';
  return [
    '<g class="function">',
    `<rect class="card" x="${x}" y="${y}" width="${w}" height="${h}" rx="10"/>`,
    drawText(x + 14, y + 22, basename(file), 'title'),
    drawText(x + 14, y + 39, folder, 'line'),
    drawText(x + 14, y + 56, does, 'note'),
    '</g>',
  ].join('\n');
}

if (import.meta.main)
  for (const [name, walk] of Object.entries(WALKS))
    await writeFile(resolve(import.meta.dirname, `../walk-${name}.svg`), drawWalk(walk));
