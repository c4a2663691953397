/** Masks as objects: a new one, one split into its parts, several joined into one. */
import { selectedMasks } from '../model/drawing.ts';
import type { ToolHost } from '../model/tool.ts';
import { changeMasks, emptied, latest, MOST_MASKS, newMask, unionOf } from './commands.ts';
import type { MaskDesk } from './desk.ts';

/** Each connected part becomes a mask of its own. The first one keeps its id. */
export function splitMask(desk: MaskDesk, host: ToolHost): void {
  const layer = desk.maskToChange(host);
  if (!layer) return;
  const { masks } = host.text;
  const most = MOST_MASKS + 1 - (host.drawing.masks?.length ?? 0);
  void desk.ask(
    host,
    () => desk.worker.work('split', { mask: layer.bitmap, most }),
    (parts) => {
      if (latest(host.drawing, layer).bitmap !== layer.bitmap) return;
      if (!parts) return host.say(masks.tooMany(MOST_MASKS));
      const [first, ...others] = parts;
      if (!first || others.length === 0) return host.say(masks.oneSinglePart);
      const added = others.map((bitmap) => ({ ...newMask(host.drawing, layer.tag), bitmap }));
      host.run(
        changeMasks(masks.didSplit(parts.length), host.drawing, [{ ...layer, bitmap: first }, ...added]),
      );
      host.select([layer.id, ...added.map(({ id }) => id)]);
    },
  );
}

/** The selected masks of one class become the first of them. */
export function joinMasks(host: ToolHost): void {
  const { drawing, text } = host;
  const [first, ...others] = selectedMasks(host).filter(({ id }) => !host.locked.has(id));
  if (!first || others.length === 0) {
    host.say(text.masks.selectSeveral);
    return;
  }
  if (others.some(({ tag }) => tag !== first.tag)) {
    host.say(text.masks.severalClasses);
    return;
  }
  const all = [first, ...others];
  const joined = { ...first, bitmap: unionOf(all, drawing.size) };
  host.run(changeMasks(text.masks.didJoin(all.length), drawing, [joined, ...others.map(emptied)]));
  host.select([first.id]);
}
