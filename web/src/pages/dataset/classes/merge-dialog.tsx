import { useState } from 'react';
import { Confirm } from '../../../app/confirm.tsx';
import type { Tag } from '../../../data/datasets.ts';
import { useText } from '../../../text/use-text.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from './classes-panel.module.css';

const NONE = 'none';

/** A class that is to be deleted although images have it. */
export interface Merging {
  tag: Tag;
  /** Class that is to take them; null for none. */
  into: string | null;
  trashed: number;
}

interface MergeDialogProps {
  merging: Merging | null;
  others: readonly Tag[];
  onMerge: (tag: Tag, into: string | null) => Promise<void>;
  onClose: () => void;
}

/** Asks what becomes of the images of a class, and for its name: it does not come back. */
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
