/**
 * `npm run diagram`: draws docs/system.svg, the whole of Sightline on one picture. It carries its own background, for pages
 * do not always follow the system's choice of light or dark.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Card, drawArrow, drawCard, drawDoor, drawGroup, drawText } from './marks.ts';
import { drawPage } from './page.ts';

const SIZE = { w: 1160, h: 640 };

/** Four rows: a client and a function stand in each. */
const ROW = { y: 108, h: 84, step: 106 };
const rowAt = (row: number): number => ROW.y + row * ROW.step;

const CLIENTS = { x: 28, w: 246 };
const FUNCTIONS = { x: 394, w: 330, y: 64, h: 512 };
const DOOR = { x: 410, y: 108, w: 34, h: 402 };
const CARDS = { x: 478, w: 230 };
const STORES = { x: 842, w: 290 };
/** Records and files stand together: three functions use both. */
const RECORDS = { ...STORES, y: 184, h: 174 };
const INNER = { x: STORES.x + 16, w: STORES.w - 32 };

const client = (row: number, icon: Card['icon'], title: string, ...lines: string[]): Card => ({
  ...{ x: CLIENTS.x, y: rowAt(row), w: CLIENTS.w, h: ROW.h, kind: 'client', icon, title, lines },
});

const service = (row: number, icon: Card['icon'], title: string, ...lines: string[]): Card => ({
  ...{ x: CARDS.x, y: rowAt(row), w: CARDS.w, h: ROW.h, kind: 'function', icon, title, lines },
});

const store = (y: number, h: number, icon: Card['icon'], title: string, line: string): Card => ({
  ...{ x: STORES.x, y, w: STORES.w, h, kind: 'store', icon, title, lines: [line] },
});

const cards: readonly Card[] = [
  client(0, 'dashboard', 'Dashboards', 'people who watch, label', 'and correct'),
  client(1, 'camera', 'Cameras', 'start, frames, stop:', 'curl, Python or the client'),
  client(2, 'training', 'Training and CI', 'CSV and ZIP to train from,', 'deployment by CI'),
  client(3, 'editor', 'Flow editor', 'Node-RED 2.0 or later', 'with the Git sidebar'),
  service(0, 'monitor', 'monitor', 'start, stop, image,', 'updateTags'),
  service(1, 'dataset', 'dataset', 'csv, downloadZip, crops,', 'refreshCounters'),
  service(2, 'image', 'image', 'getb64, detect, delete'),
  service(3, 'branch', 'service-git', 'status, log, commit, push,', 'checkout, pull, …'),
  store(108, 60, 'bolt', 'Realtime Database', 'live state of the monitors'),
  { ...store(218, 58, 'records', 'Cloud Firestore', 'datasets, images, sessions'), ...INNER },
  { ...store(286, 58, 'bucket', 'Cloud Storage', 'originals, masks, exports'), ...INNER },
  store(374, 58, 'eye', 'Cloud Vision', 'object localization'),
  { ...store(448, 62, 'volume', 'Volume', 'its project'), w: 138 },
  { ...store(448, 62, 'remote', 'Remote', 'Git host'), x: 1000, w: 132 },
];

const middle = (row: number): number => rowAt(row) + ROW.h / 2;
const clientEnd = CLIENTS.x + CLIENTS.w;
const cardEnd = CARDS.x + CARDS.w;

/** What each client shows at the door (Contract 8). */
const CREDENTIALS = ['ID token', 'device key', 'ID token', 'token with claim'] as const;

function drawCalls(): string[] {
  return CREDENTIALS.flatMap((credential, row) => [
    drawArrow([
      [clientEnd, middle(row)],
      [DOOR.x, middle(row)],
    ]),
    drawText((clientEnd + FUNCTIONS.x) / 2, middle(row) - 8, credential, 'note', 'middle'),
    drawArrow([
      [DOOR.x + DOOR.w, middle(row)],
      [CARDS.x, middle(row)],
    ]),
  ]);
}

/** From the functions to what they stand on. */
function drawUses(): string[] {
  const turn = 784;
  return [
    drawArrow([
      [cardEnd, 138],
      [STORES.x, 138],
    ]),
    drawArrow([
      [cardEnd, 164],
      [turn, 164],
      [turn, 226],
      [STORES.x, 226],
    ]),
    drawArrow([
      [cardEnd, middle(1)],
      [STORES.x, middle(1)],
    ]),
    drawArrow([
      [cardEnd, 340],
      [STORES.x, 340],
    ]),
    drawArrow([
      [cardEnd, 384],
      [turn, 384],
      [turn, 403],
      [STORES.x, 403],
    ]),
    drawArrow([
      [cardEnd, 479],
      [STORES.x, 479],
    ]),
    drawArrow([
      [980, 479],
      [1000, 479],
    ]),
  ];
}

/** What goes past the functions: live state to the pages, and the editor's own work on its folder. */
function drawDirect(): string[] {
  const left = CLIENTS.x + 123;
  return [
    drawArrow(
      [
        [987, 108],
        [987, 40],
        [left, 40],
        [left, 108],
      ],
      'live',
    ),
    drawText(559, 31, 'live state, pushed as it changes, read by members only', 'note', 'middle'),
    drawArrow(
      [
        [left, 510],
        [left, 600],
        [911, 600],
        [911, 510],
      ],
      'live',
    ),
    drawText(
      559,
      619,
      'the editor and native git work in the same folder, under the same lock files',
      'note',
      'middle',
    ),
  ];
}

const TITLE =
  'Dashboards, cameras, training jobs and the flow editor call four functions, which keep their data in Firebase, ask Cloud Vision, and run Git on a mounted volume.';

export const drawSystem = (): string =>
  drawPage(SIZE, TITLE, [
    drawGroup(FUNCTIONS, 'Cloud Functions'),
    drawText(559, 547, 'and counters, each minute: publishes totals', 'note', 'middle'),
    drawGroup(RECORDS, 'Records and files'),
    ...drawCalls(),
    ...drawUses(),
    ...drawDirect(),
    drawDoor(DOOR, 'one router: who calls, what may they'),
    ...cards.map(drawCard),
  ]);

if (import.meta.main) await writeFile(resolve(import.meta.dirname, '../system.svg'), drawSystem());
