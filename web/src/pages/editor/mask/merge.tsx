import { useEffect, useRef, useState } from 'react';
import { type Store, useStore } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Dialog, DialogActions } from '../../../ui/frame/dialog.tsx';
import type { Drawing, MaskLayer } from '../model/drawing.ts';
import type { PartProps } from '../part.ts';
import { changeMasks, emptied, unionOf } from './commands.ts';
import styles from './merge.module.css';
import type { Bitmap } from './paint/bitmap.ts';
import { rgbOf } from './paint/colour.ts';
import { MaskEdit } from './paint/edit.ts';
import { paintedShare } from './paint/painted-share.ts';
import { MaskPainter } from './paint/painter.ts';
import type { MaskConflict, MaskSaving } from './saving.ts';

type Keep = 'mine' | 'theirs' | 'both';

interface Given {
  conflicts: Store<readonly MaskConflict[]>;
  saving: MaskSaving;
}

/** If two people have changed masks of one class: both versions, and a choice for each class. Nothing is saved before that. */
export function MaskMerge({ conflicts, saving, ...props }: Given & PartProps) {
  const { editor: words, masks } = useText();
  const { image, host, drawing, looks } = props;
  const here = useStore(conflicts).filter((conflict) => conflict.image === image.id);
  const [keeps, setKeeps] = useState<ReadonlyMap<string, Keep>>(new Map());
  const keepOf = (tag: string) => keeps.get(tag) ?? 'both';
  const finish = () => {
    conflicts.set(conflicts.get().filter((each) => !here.includes(each)));
    setKeeps(new Map());
    for (const conflict of here) saving.settle(conflict, conflict.theirs);
    const changed = here.flatMap((conflict) => chosen(host.drawing, conflict, keepOf(conflict.tag)));
    host.run(changeMasks(masks.merged, host.drawing, changed));
  };
  const choices = [
    { id: 'both', label: masks.keepBoth },
    { id: 'theirs', label: masks.keepTheirs },
    { id: 'mine', label: masks.keepMine },
  ];
  return (
    <Dialog title={words.mergeTitle} isOpen={here.length > 0} onClose={finish} size="wide">
      <p>{masks.mergeHint}</p>
      <ul className={styles.classes}>
        {here.map(({ tag, theirs }) => {
          const mine = unionOf(ofClass(drawing, tag), drawing.size);
          const other = unionOf(theirs, drawing.size);
          const name = looks.get(tag)?.name ?? tag;
          return (
            <li key={tag} className={styles.class}>
              <h3 className={styles.name}>{name}</h3>
              <Side {...props} title={words.theirs} tag={tag} own={other} other={mine} />
              <Side {...props} title={words.mine} tag={tag} own={mine} other={other} />
              <Select
                label={words.keepWhich(name)}
                choices={choices}
                value={keepOf(tag)}
                onChange={(keep) => setKeeps(new Map(keeps).set(tag, keep as Keep))}
              />
            </li>
          );
        })}
      </ul>
      <DialogActions>
        <Button look="primary" onPress={finish}>
          {words.mergeNow}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const ofClass = ({ masks }: Drawing, tag: string): MaskLayer[] =>
  masks?.filter((each) => each.tag === tag) ?? [];

/** What changes in the drawing. Where both have one mask, keeping both joins its pixels. */
function chosen(drawing: Drawing, { tag, theirs }: MaskConflict, keep: Keep): MaskLayer[] {
  if (keep === 'mine') return [];
  const mine = ofClass(drawing, tag);
  if (keep === 'theirs') return [...mine.map(emptied).filter(({ id }) => !has(theirs, id)), ...theirs];
  return theirs.map((layer) => {
    const same = mine.filter(({ id }) => id === layer.id);
    return { ...layer, bitmap: unionOf([layer, ...same], drawing.size) };
  });
}

const has = (layers: readonly MaskLayer[], id: string): boolean => layers.some((each) => each.id === id);

interface SideProps extends Pick<PartProps, 'image' | 'looks'> {
  title: string;
  tag: string;
  own: Bitmap;
  other: Bitmap;
}

/** Longest side of the canvas of one side, in pixels. */
const LONGEST = 640;

/** The mask of one version. Pixels that only this version has are opaque. */
function Side({ image, looks, title, tag, own, other }: SideProps) {
  const { masks } = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, thumbnail } = image;
  const scale = LONGEST / Math.max(width, height);
  const color = looks.get(tag)?.color ?? '#888888';
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    // The colour of the class in the current theme.
    const shown = rgbOf(getComputedStyle(context.canvas).color, context);
    const only = new MaskEdit(own);
    only.combine(other, false);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    for (const [bitmap, opacity] of [
      [own, 0.4],
      [only.bitmap, 0.9],
    ] as const) {
      const painter = new MaskPainter(Infinity);
      painter.paint(context, [{ id: tag, bitmap, color: shown }], opacity);
    }
  }, [own, other, tag, color, scale]);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const label = `${title}: ${masks.share(paintedShare(own))}`;
  return (
    <figure className={styles.side}>
      <figcaption className="tabular">{label}</figcaption>
      <canvas
        ref={canvas}
        {...size}
        role="img"
        aria-label={label}
        style={{ color, ...(thumbnail && { backgroundImage: `url(${thumbnail})` }) }}
      />
    </figure>
  );
}
