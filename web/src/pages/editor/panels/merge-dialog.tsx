import { useEffect, useState } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { useStore } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Dialog, DialogActions } from '../../../ui/frame/dialog.tsx';
import type { ClassLooks } from '../canvas/scene-painter.ts';
import { describe } from '../describe.ts';
import { replaceAll } from '../model/commands.ts';
import type { Annotation } from '../model/drawing.ts';
import type { Editor } from '../model/editor.ts';
import { choose, type Keep, type Merge, type MergeRow, merged, mergeOf } from '../model/merge.ts';
import type { Sheet } from '../model/sheet.ts';
import { drawingOf } from '../use-sheet.ts';
import styles from './merge-dialog.module.css';

interface MergeDialogProps {
  editor: Editor;
  sheet: Sheet;
  looks: ClassLooks;
}

/** If two people have changed one image: both versions, and a choice for each annotation that differs. */
export function MergeDialog({ editor, sheet, looks }: MergeDialogProps) {
  const text = useText();
  const saving = useStore(sheet.saving);
  const theirs = saving.kind === 'conflict' ? saving.theirs : null;
  const [merge, setMerge] = useState<Merge | null>(null);
  useEffect(() => {
    if (saving.kind !== 'conflict') return setMerge(null);
    setMerge(mergeOf(saving.base, sheet.drawing.annotations, saving.theirs.tags));
  }, [saving, sheet]);
  const finish = () => {
    if (!merge || !theirs) return;
    const { annotations } = drawingOf(theirs);
    editor.run(replaceAll(text.editor.mergedThem, merged(merge), editor.drawing));
    sheet.settle(theirs, { ...sheet.stored, annotations }, editor.drawing);
  };
  return (
    <Dialog
      title={text.editor.mergeTitle}
      isOpen={merge !== null && theirs !== null}
      onClose={finish}
      size="wide"
    >
      {merge && theirs && (
        <>
          <p>{text.editor.mergeHint}</p>
          <div className={styles.sides}>
            <Side title={text.editor.theirs} image={theirs} merge={merge} side="theirs" looks={looks} />
            <Side title={text.editor.mine} image={theirs} merge={merge} side="mine" looks={looks} />
          </div>
          <ul className={styles.rows}>
            {merge.rows.map((row, at) => (
              <Row
                key={row.mine?.id ?? row.theirs?.id}
                row={row}
                size={editor.drawing.size}
                looks={looks}
                onKeep={(keep) => setMerge(choose(merge, at, keep))}
              />
            ))}
          </ul>
          <DialogActions>
            <Button look="primary" onPress={finish}>
              {text.editor.mergeNow}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface SideProps {
  title: string;
  image: ListedImage;
  merge: Merge;
  side: 'mine' | 'theirs';
  looks: ClassLooks;
}

/** The annotations of one version; those that differ are drawn thick. */
function Side({ title, image, merge, side, looks }: SideProps) {
  const { width, height } = image;
  const different = merge.rows.flatMap((row) => row[side] ?? []);
  const box = (each: Annotation, isDifferent: boolean) => (
    <rect
      key={each.id}
      x={each.x * width}
      y={each.y * height}
      width={Math.max(each.w * width, width / 100)}
      height={Math.max(each.h * height, height / 100)}
      fill="none"
      stroke={looks.get(each.tag)?.color ?? 'gray'}
      strokeWidth={isDifferent ? 4 : 1.5}
      strokeOpacity={isDifferent ? 1 : 0.7}
      vectorEffect="non-scaling-stroke"
    />
  );
  return (
    <figure className={styles.side}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        {image.thumbnail && <image href={image.thumbnail} width={width} height={height} />}
        {merge.same.map((each) => box(each, false))}
        {different.map((each) => box(each, true))}
      </svg>
    </figure>
  );
}

interface RowProps {
  row: MergeRow;
  size: { width: number; height: number };
  looks: ClassLooks;
  onKeep: (keep: Keep) => void;
}

function Row({ row, size, looks, onKeep }: RowProps) {
  const text = useText();
  const { editor: words } = text;
  const say = (each: Annotation | null) => (each ? describe(each, size, looks, text) : words.nothingThere);
  const either = row.mine ?? (row.theirs as Annotation);
  const choices = [
    ...(row.theirs ? [{ id: 'theirs', label: words.theirs }] : []),
    ...(row.mine ? [{ id: 'mine', label: words.mine }] : []),
    ...(row.mine && row.theirs ? [{ id: 'both', label: words.both }] : []),
    { id: 'none', label: words.neither },
  ];
  return (
    <li className={styles.row}>
      <span>{say(row.theirs)}</span>
      <span>{say(row.mine)}</span>
      <Select
        label={words.keepWhich(looks.get(either.tag)?.name ?? either.tag)}
        choices={choices}
        value={row.keep}
        onChange={(keep) => onKeep(keep as Keep)}
      />
    </li>
  );
}
