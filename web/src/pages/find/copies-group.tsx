import { Radio, RadioGroup } from 'react-aria-components';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { FoundImage } from '../../data/find/found.ts';
import { membersOf } from '../../data/find/group.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import { exactTime } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Action } from '../../ui/command.ts';
import { Button } from '../../ui/form/button.tsx';
import tiles from '../../ui/picture-tiles.module.css';
import { wordsOf } from '../judging/judged-words.ts';
import judging from '../judging/judging.module.css';
import { TilePicture } from '../judging/tile-picture.tsx';
import styles from './find.module.css';
import { areMixed } from './keep.ts';

interface CopiesGroupProps {
  dataset: Dataset;
  group: FoundImage;
  /** The one that would be kept. */
  kept: ListedImage;
  buttons: readonly Action[];
  /** Keys act on this group: its buttons show them. */
  isFront: boolean;
  onFront: () => void;
  onChoose: (id: string) => void;
  /** Shows one large. */
  onShow: (id: string) => void;
}

/** Near copies, one of which is chosen. */
export function CopiesGroup(props: CopiesGroupProps) {
  const { dataset, group, kept, buttons, isFront, onFront, onChoose, onShow } = props;
  const text = useText();
  const members = membersOf(group);
  const copies = text.find.copies(members.length);
  return (
    <li className={styles.group} data-group={group.entry} onFocus={onFront}>
      <header className={styles.groupHead}>
        <h2>{copies}</h2>
        {areMixed(group) && <p className="secondary">{text.find.mixed}</p>}
        <div className={judging.actions}>
          {buttons.map(({ label, keys, run }, at) => (
            <Button
              key={label}
              look={isFront && at === 0 ? 'primary' : 'plain'}
              shortcut={isFront ? keys?.[0] : undefined}
              onPress={run}
            >
              {label}
            </Button>
          ))}
        </div>
      </header>
      <RadioGroup
        aria-label={text.find.toKeep(copies)}
        orientation="horizontal"
        value={kept.id}
        onChange={onChoose}
        className={classNames(tiles.grid, styles.copies)}
      >
        {members.map((image) => (
          <Copy key={image.id} {...{ dataset, image }} onShow={() => onShow(image.id)} />
        ))}
      </RadioGroup>
    </li>
  );
}

interface CopyProps {
  dataset: Dataset;
  image: ListedImage;
  onShow: () => void;
}

/** Its mark and its words choose it, its picture shows it large. */
function Copy({ dataset, image, onShow }: CopyProps) {
  const text = useText();
  const { language } = useLanguage();
  const { label } = wordsOf(image, [], { text, language, nameOf: nameIn(dataset.tags) });
  return (
    <Radio value={image.id} className={classNames(tiles.tile, styles.copy)} data-image={image.id}>
      {({ isSelected }) => (
        <>
          <span className={tiles.check} data-selected={isSelected || undefined} aria-hidden="true" />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: by key, the group's command shows it. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          <span className={styles.large} onClick={onShow}>
            <TilePicture dataset={dataset} image={image} />
          </span>
          <span className={tiles.name}>{image.name}</span>
          <span className={classNames(tiles.meta, styles.meta)}>
            <strong>{label}</strong>
            <span>{`${image.width} × ${image.height}`}</span>
            <span>{exactTime(language, image.date)}</span>
          </span>
        </>
      )}
    </Radio>
  );
}
