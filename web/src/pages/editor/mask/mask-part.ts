/** Masks as a part of the editor: their tools, and how they are painted, read and saved. */
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { readImage } from '../../../data/images/image-record.ts';
import type { Keeper } from '../../../data/images/kept-masks.ts';
import { deleteMask, downloadMasks, pictureLink, putMask } from '../../../data/images/mask-files.ts';
import { Store } from '../../../data/live/store.ts';
import type { ClassLooks } from '../canvas/scene-painter.ts';
import type { Drawing } from '../model/drawing.ts';
import type { ToolHost } from '../model/tool.ts';
import type { EditorPart, KeptPart } from '../part.ts';
import { AreaTool } from './area-tool.ts';
import { changeMasks, maskChanges } from './commands.ts';
import { MaskDesk } from './desk.ts';
import { addMaskIcons } from './icons.tsx';
import { MaskKeeping } from './keeping.ts';
import { joinMasks, splitMask } from './objects.ts';
import { OutlineTool } from './outline-tool.ts';
import { coloured } from './paint/colour.ts';
import { MaskPainter, type PaintedMask } from './paint/painter.ts';
import { PaintTool } from './paint-tool.ts';
import { maskPanel } from './panel.tsx';
import type { KeptMasks } from './records.ts';
import { type MaskConflict, MaskConflictError, MaskSaving } from './saving.ts';

export function maskPart(dataset: string, keeper: Keeper): EditorPart {
  addMaskIcons();
  const desk = new MaskDesk((image) => pictureLink(dataset, image));
  const painter = new MaskPainter();
  const conflicts = new Store<readonly MaskConflict[]>([]);
  const saving = new MaskSaving({
    work: desk.worker.work,
    read: (image) => readImage(dataset, image),
    download: (image) => downloadMasks(dataset, image),
    put: putMask,
    remove: deleteMask,
  });
  const keeping = new MaskKeeping(keeper, desk.worker.work, saving);
  return {
    tools: [
      new PaintTool(desk, 'brush'),
      new PaintTool(desk, 'eraser'),
      new OutlineTool(desk, 'polygon'),
      new OutlineTool(desk, 'lasso'),
      new AreaTool(desk, 'flood'),
      new AreaTool(desk, 'fill'),
    ],
    keys: [
      { keys: ['Shift+k'], label: ({ masks }) => masks.split, run: (host) => splitMask(desk, host) },
      { keys: ['Shift+j'], label: ({ masks }) => masks.join, run: joinMasks },
    ],
    Panel: maskPanel({ desk, conflicts, saving }),
    paint: (context, host, looks) => {
      const { opacity } = desk.settings.get();
      if (!painter.paint(context, shownMasks(desk, host, looks, context), opacity))
        requestAnimationFrame(() => host.repaintParts());
    },
    load: async (image, drawing) => {
      await keeping.find(image.id);
      return saving.load(image, drawing);
    },
    isChanged: (stored, drawing) => maskChanges(stored, drawing).length > 0,
    save: (image, stored, drawing, seen) => save({ image, stored, drawing, seen }, saving, conflicts),
    keep: (stored, drawing) => keeping.keep(stored, drawing),
    kept: (drawing) => {
      const found = keeping.found(drawing);
      return found && keptPart(found, drawing.image, { keeping, saving });
    },
    close: () => {
      desk.reset();
      painter.close();
    },
  };
}

interface Saved {
  image: ListedImage;
  stored: Drawing;
  drawing: Drawing;
  seen: number;
}

async function save(
  { image, stored, drawing, seen }: Saved,
  saving: MaskSaving,
  conflicts: Store<readonly MaskConflict[]>,
): Promise<number> {
  try {
    return await saving.save(image, stored, drawing, seen);
  } catch (error) {
    if (error instanceof MaskConflictError) {
      const others = conflicts.get().filter((each) => each.image !== image.id);
      conflicts.set([...others, ...error.conflicts]);
    }
    throw error;
  }
}

/** Kept masks are based on those that were stored when they were painted. If others are stored now, the dialog shows both. */
const keptPart = (
  { at, masks }: KeptMasks,
  image: string,
  { keeping, saving }: { keeping: MaskKeeping; saving: MaskSaving },
): KeptPart => ({
  at,
  restore: (host) => {
    for (const { tag, uris } of masks) saving.settle({ image, tag, uris });
    const layers = masks.map(({ id, tag, bitmap }) => ({ id, tag, bitmap }));
    host.run(changeMasks(host.text.editor.tookUpKept, host.drawing, layers));
  },
  discard: () => keeping.discard(image),
});

/** The visible masks, with the current stroke. */
function shownMasks(
  { stroke }: MaskDesk,
  { drawing, hidden }: ToolHost,
  looks: ClassLooks,
  context: CanvasRenderingContext2D,
): PaintedMask[] {
  const layers = [...(drawing.masks ?? [])];
  if (stroke && !layers.some(({ id }) => id === stroke.layer.id)) layers.push(stroke.layer);
  const shown = coloured(layers, looks, context).map((mask) =>
    stroke?.layer.id === mask.id
      ? { ...mask, bitmap: stroke.edit.bitmap, fresh: stroke.edit.takeFresh() }
      : mask,
  );
  return shown.filter(({ id }) => !hidden.has(id));
}
