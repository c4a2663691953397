import type { ListedImage, SetType } from '../../../../client/src/curate/records.ts';
import { hasMarks, type Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Menu, MenuItem } from '../../ui/frame/menu.tsx';
import { CloseIcon, DownloadIcon, TrashIcon } from '../../ui/icons.tsx';
import styles from './dataset.module.css';

const ASSIGNABLE = ['TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED'] as const satisfies readonly SetType[];

interface BulkBarProps {
  images: readonly ListedImage[];
  dataset: Dataset;
  onJudge: (judgement: Judgement) => void;
  onDownload: () => void;
  onClear: () => void;
}

/** The toolbar for the selected images. */
export function BulkBar({ images, dataset, onJudge, onDownload, onClear }: BulkBarProps) {
  const text = useText();
  const isEditor = mayEdit(dataset.role);
  const isInReview = images.some(({ set }) => set === 'REVIEW');
  return (
    <div className={styles.actions}>
      <div className={styles.toolbar} role="toolbar" aria-label={text.selected(images.length)}>
        <span>{text.selected(images.length)}</span>
        {isEditor && (
          <>
            <Menu label={text.setClass} button={<Button look="quiet">{text.setClass}</Button>}>
              {dataset.tags.map(({ id, name }) => (
                <MenuItem key={id} onAction={() => onJudge({ tag: id })}>
                  {name}
                </MenuItem>
              ))}
              <MenuItem onAction={() => onJudge({ tag: null })}>{text.unlabelled}</MenuItem>
              {hasMarks(dataset.type) && (
                <MenuItem onAction={() => onJudge({ decision: 'empty' })}>{text.nothingHere}</MenuItem>
              )}
            </Menu>
            <Menu label={text.setSet} button={<Button look="quiet">{text.setSet}</Button>}>
              {ASSIGNABLE.map((set) => (
                <MenuItem key={set} onAction={() => onJudge({ set })}>
                  {text[`set${set}`]}
                </MenuItem>
              ))}
            </Menu>
            <Button look="quiet" onPress={() => onJudge({ decision: isInReview ? 'accept' : 'review' })}>
              {isInReview ? text.accept : text.sendToReview}
            </Button>
          </>
        )}
        <IconButton label={text.download} icon={<DownloadIcon />} onPress={onDownload} />
        {isEditor && (
          <IconButton
            label={text.moveToTrash}
            icon={<TrashIcon />}
            onPress={() => onJudge({ decision: 'reject' })}
          />
        )}
        <IconButton label={text.clearSelection} shortcut="Esc" icon={<CloseIcon />} onPress={onClear} />
      </div>
    </div>
  );
}
