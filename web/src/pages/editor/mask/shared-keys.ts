/** Keys that all mask tools share. Plain letters and digits are left to the classes. */
import { addAnnotations } from '../model/commands.ts';
import { newId } from '../model/drawing.ts';
import { ARROWS, toShares } from '../model/geometry.ts';
import type { ToolHost, ToolKey } from '../model/tool.ts';
import { changeMasks, emptied } from './commands.ts';
import type { MaskDesk } from './desk.ts';
import { grow, shrink } from './paint/grow.ts';

/** Contract 4: training files leave out further boxes of an image. */
const MAX_BOXES = 500;

type Act = (desk: MaskDesk, host: ToolHost) => void;

export const growMask: Act = (desk, host) => {
  const layer = desk.maskToChange(host);
  if (layer) desk.apply(host, layer, host.text.masks.grew, (edit) => edit.replace(grow(layer.bitmap)));
};

export const shrinkMask: Act = (desk, host) => {
  const layer = desk.maskToChange(host);
  if (layer) desk.apply(host, layer, host.text.masks.shrank, (edit) => edit.replace(shrink(layer.bitmap)));
};

export const clearMask: Act = (desk, host) => {
  const layer = desk.maskToChange(host);
  if (layer) host.run(changeMasks(host.text.masks.cleared, host.drawing, [emptied(layer)]));
};

export const fillHoles: Act = (desk, host) => {
  const layer = desk.maskToChange(host);
  const { masks } = host.text;
  if (!layer) return;
  const fill = () => desk.worker.work('holes', layer.bitmap);
  void desk.ask(host, fill, (holes) => {
    if (!desk.apply(host, layer, masks.filledHoles, (edit) => edit.combine(holes, true)))
      host.say(masks.noHoles);
  });
};

/** Adds a box around each connected piece of the mask. */
export const boxesFromMask: Act = (desk, host) => {
  const layer = desk.maskToChange(host);
  const { text } = host;
  if (!layer) return;
  const { tag } = layer;
  void desk.ask(
    host,
    () => desk.worker.work('pieces', layer.bitmap),
    (pieces) => {
      const { annotations, size } = host.drawing;
      if (annotations.length + pieces.length > MAX_BOXES)
        return host.say(text.masks.tooManyPieces(pieces.length));
      const boxes = pieces.map((piece) => ({
        ...toShares(piece, size),
        id: newId(),
        type: 'rect' as const,
        tag,
        labeled: 'manual' as const,
      }));
      host.run(addAnnotations(text.masks.madeBoxes(boxes.length), boxes));
    },
  );
};

/** Hides all masks of the class, or shows them. */
function showOrHide(host: ToolHost): void {
  const own = host.drawing.masks?.filter(({ tag }) => tag === host.tag).map(({ id }) => id) ?? [];
  const isHidden = own.some((id) => host.hidden.has(id));
  host.hide(isHidden ? [...host.hidden].filter((id) => !own.includes(id)) : [...host.hidden, ...own]);
}

/** `[` and `]` need AltGr on many keyboards: comma and full stop do the same. */
export const LESS = ['[', ','];
export const MORE = [']', '.'];

export const sharedKeys = (desk: MaskDesk): ToolKey[] => [
  { keys: ['n'], label: ({ masks }) => masks.newMask, run: (host) => desk.beginNew(host) },
  { keys: ['Ctrl+ArrowUp'], label: ({ masks }) => masks.grow, run: (host) => growMask(desk, host) },
  { keys: ['Ctrl+ArrowDown'], label: ({ masks }) => masks.shrink, run: (host) => shrinkMask(desk, host) },
  { keys: ['Shift+Enter'], label: ({ masks }) => masks.fillHoles, run: (host) => fillHoles(desk, host) },
  { keys: ['Shift+x'], label: ({ masks }) => masks.makeBoxes, run: (host) => boxesFromMask(desk, host) },
  { keys: ['Shift+Delete'], label: ({ masks }) => masks.clear, run: (host) => clearMask(desk, host) },
  { keys: ['Alt+ArrowUp'], label: ({ masks }) => masks.moreOpaque, run: () => desk.fade(1) },
  { keys: ['Alt+ArrowDown'], label: ({ masks }) => masks.lessOpaque, run: () => desk.fade(-1) },
  { keys: ['Shift+h'], label: ({ masks }) => masks.showOrHide, run: showOrHide },
];

/** Arrow keys move the cursor. @param moved is called after each move */
export const cursorKeys = (desk: MaskDesk, moved: (host: ToolHost) => void): ToolKey[] =>
  [1, 10].map((step) => ({
    keys: Object.keys(ARROWS).map((key) => (step === 1 ? key : `Shift+${key}`)),
    label: ({ masks }) => (step === 1 ? masks.moveCursor : masks.moveCursorFar),
    run: (host, key) => {
      const by = ARROWS[key];
      if (!by) return;
      desk.moveCursor(host, { x: by.x * step, y: by.y * step });
      moved(host);
    },
  }));
