import { useState } from 'react';
import { Confirm } from '../../../app/confirm.tsx';
import type { Tag } from '../../../data/records/tags.ts';
import { useText } from '../../../text/use-text.tsx';
import { Select } from '../../../ui/form/select.tsx';
import styles from './classes-panel.module.css';

const NONE = 'none';

/** A class that is in use and is to be merged or deleted. */
export interface Merging {
  tag: Tag;
  /** The class that its images get; null: none. */
  into: string | null;
  trashed: number;
}

interface MergeDialogProps {
  merging: Merging | null;
  others: readonly Tag[];
  onMerge: (tag: Tag, into: string | null) => Promise<void>;
  onClose: () => void;
}

/** Asks which class the images get. The name must be typed, because this cannot be undone. */
export function MergeDialog({ merging, others, onMerge, onClose }: MergeDialogProps) {
  return merging && <Open key={merging.tag.id} {...{ merging, others, onMerge, onClose }} />;
}

function Open({ merging, others, onMerge, onClose }: MergeDialogProps & { merging: Merging }) {
  const text = useText();
  const { tag, trashed } = merging;
  const [into, setInto] = useState(merging.into ?? NONE);
  const target = others.find(({ id }) => id === into);
  const uses = [
    text.images(tag.imageCounter),
    tag.annotationCounter > 0 && text.annotations(tag.annotationCounter),
    trashed > 0 && text.inTrash(trashed),
  ].filter(Boolean);
  return (
    <Confirm
      title={target ? text.mergeClass(tag.name, target.name) : text.deleteClass(tag.name)}
      verb={target ? text.merge : text.delete}
      name={tag.name}
      isOpen
      onClose={onClose}
      onConfirm={() => onMerge(tag, into === NONE ? null : into)}
    >
      <div className={styles.merge}>
        <p>{text.classInUse(uses.join(', '))}</p>
        <Select
          label={text.itsImagesGet}
          isLabelShown
          choices={[
            ...others.map(({ id, name }) => ({ id, label: name })),
            { id: NONE, label: text.noClass },
          ]}
          value={into}
          onChange={setInto}
        />
      </div>
    </Confirm>
  );
}
