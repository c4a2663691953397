/** Masks as a part of the editor: their tools, how they are painted, read and saved. */
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { readImage } from '../../../data/image-record.ts';
import { deleteMask, downloadMasks, pictureLink, putMask } from '../../../data/mask-files.ts';
import { Store } from '../../../data/store.ts';
import type { Drawing } from '../model/drawing.ts';
import type { ToolHost } from '../model/tool.ts';
import type { EditorPart } from '../part.ts';
import type { ClassLooks } from '../scene-painter.ts';
import { AreaTool } from './area-tool.ts';
import { changedMasks } from './commands.ts';
import { MaskDesk } from './desk.ts';
import { addMaskIcons } from './icons.tsx';
import { OutlineTool } from './outline-tool.ts';
import { PaintTool } from './paint-tool.ts';
import { MaskPainter, type PaintedMask } from './painter.ts';
import { maskPanel } from './panel.tsx';
import { type MaskConflict, MaskConflictError, MaskSaving } from './saving.ts';
import type { Rgb } from './tile-image.ts';

export function maskPart(dataset: string): EditorPart {
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
  return {
    tools: [
      new PaintTool(desk, 'brush'),
      new PaintTool(desk, 'eraser'),
      new OutlineTool(desk, 'polygon'),
      new OutlineTool(desk, 'lasso'),
      new AreaTool(desk, 'flood'),
      new AreaTool(desk, 'fill'),
    ],
    Panel: maskPanel({ desk, conflicts, saving }),
    paint: (context, host, looks) => {
      const { opacity } = desk.settings.get();
      if (!painter.paint(context, shownMasks(desk, host, looks, context), opacity))
        requestAnimationFrame(() => host.repaintParts());
    },
    load: (image, drawing) => saving.load(image, drawing),
    isChanged: (stored, drawing) => changedMasks(stored, drawing).length > 0,
    save: (image, stored, drawing, seen) => save({ image, stored, drawing, seen }, saving, conflicts),
    close: () => {
      desk.leave();
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
      const { conflict } = error;
      const others = conflicts
        .get()
        .filter(({ tag, image: at }) => tag !== conflict.tag || at !== conflict.image);
      conflicts.set([...others, conflict]);
    }
    throw error;
  }
}

/** The masks to be seen, with the stroke that is under way. */
function shownMasks(
  { stroke, settings }: MaskDesk,
  { drawing }: ToolHost,
  looks: ClassLooks,
  context: CanvasRenderingContext2D,
): PaintedMask[] {
  const { hidden } = settings.get();
  const layers = [...(drawing.masks ?? [])];
  if (stroke && !layers.some(({ tag }) => tag === stroke.tag))
    layers.push({ tag: stroke.tag, bitmap: stroke.edit.bitmap });
  return layers
    .filter(({ tag }) => !hidden.has(tag))
    .map(({ tag, bitmap }) => {
      const color = rgbOf(looks.get(tag)?.color ?? '#888888', context);
      return stroke?.tag === tag
        ? { tag, bitmap: stroke.edit.bitmap, color, fresh: stroke.edit.takeFresh() }
        : { tag, bitmap, color };
    });
}

/** One object for each colour: the painter compares them. */
const known = new Map<string, Rgb>();

/** A CSS colour as the canvas resolves it, in the theme that is on. */
function rgbOf(color: string, context: CanvasRenderingContext2D): Rgb {
  context.fillStyle = '#888888';
  context.fillStyle = color;
  const resolved = String(context.fillStyle);
  const found = known.get(resolved) ?? painted(resolved);
  known.set(resolved, found);
  return found;
}

/** `#rrggbb`, `oklab(…)` or any other way of writing it: the pixel says what it is. */
function painted(resolved: string): Rgb {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pixel) return [136, 136, 136];
  pixel.fillStyle = resolved;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
