/** What can be done with a picture wherever it is shown. */
import type { KeyCommand } from '../../app/keys.ts';
import type { Texts } from '../../text/en.ts';
import type { Action } from '../../ui/command.ts';
import { ARROWS, type Point } from '../editor/model/geometry.ts';

export interface Zooming {
  in: () => void;
  out: () => void;
  whole: () => void;
  /** One pixel of the image is one of CSS. */
  actual: () => void;
}

export const zoomCommands = (words: Texts['editor'], zooming: Zooming) => [
  { label: words.zoomIn, keys: ['+', '='], run: zooming.in },
  { label: words.zoomOut, keys: ['-'], run: zooming.out },
  { label: words.fit, keys: ['Shift+f', '0'], run: zooming.whole },
  { label: words.actualSize, keys: ['Shift+o'], run: zooming.actual },
];

interface Leafing {
  move: (by: number) => void;
  onClose: () => void;
}

/** From one image to the next, and back to the tiles. */
export const leafCommands = (text: Texts, { move, onClose }: Leafing): Action[] => [
  { label: text.next, keys: ['ArrowRight'], run: () => move(1) },
  { label: text.previous, keys: ['ArrowLeft'], run: () => move(-1) },
  { label: text.models.showTiles, keys: ['Escape'], run: onClose },
];

/** @param move looks further in a direction: -1, 0 or 1 across and down */
export const moveKeys = (words: Texts['editor'], move: (way: Point) => void): KeyCommand => ({
  keys: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
  label: words.movePicture,
  run: ({ key }) => move(ARROWS[key] ?? { x: 0, y: 0 }),
});
