import { FileTrigger } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import nav from '../../app/places/record-nav.module.css';
import { notify } from '../../app/state/toasts.ts';
import { attempt } from '../../app/state/undo-history.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { downloadTrainingFile } from '../../data/versions/download.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink, IconButton } from '../../ui/form/button.tsx';
import { Menu, MenuItem } from '../../ui/frame/menu.tsx';
import { MoreIcon, UploadIcon } from '../../ui/icons.tsx';

interface DatasetActionsProps {
  dataset: Dataset;
  onUpload: (files: File[]) => void;
  onCharts: () => void;
}

type MenuProps = Omit<DatasetActionsProps, 'onUpload'>;

/** Menu items for the dataset as a whole. */
export function DatasetMenuItems({ dataset, onCharts }: MenuProps) {
  const text = useText();
  const makeFile = () =>
    void attempt(async () => {
      const { warnings = [], warningCodes } = await downloadTrainingFile(dataset.id);
      const lacks = warnings.map((warning, at) => text.splitWarning(warning, warningCodes?.[at]) ?? warning);
      notify({ message: [text.trainingFileMade, lacks.join(' ')].filter(Boolean).join('. ') });
    }, text);
  return (
    <>
      <MenuItem onAction={onCharts}>{text.charts}</MenuItem>
      {mayEdit(dataset.role) && (
        <>
          <MenuItem href={addresses.import(dataset.id)}>{text.importArchive}</MenuItem>
          <MenuItem onAction={makeFile}>{text.trainingFile}</MenuItem>
        </>
      )}
    </>
  );
}

export function DatasetActions({ dataset, onUpload, onCharts }: DatasetActionsProps) {
  const text = useText();
  const isEditor = mayEdit(dataset.role);
  return (
    <>
      <div className={nav.wideOnly}>
        <Menu label={text.more} button={<IconButton label={text.more} icon={<MoreIcon />} />}>
          <DatasetMenuItems dataset={dataset} onCharts={onCharts} />
        </Menu>
      </div>
      {isEditor && (
        <>
          <FileTrigger
            allowsMultiple
            acceptedFileTypes={['image/jpeg', 'image/png', 'image/webp', '.zip']}
            onSelect={(files) => files && onUpload([...files])}
          >
            <IconButton label={text.upload} icon={<UploadIcon />} />
          </FileTrigger>
          <ButtonLink href={addresses.review(dataset.id)}>{text.review}</ButtonLink>
        </>
      )}
    </>
  );
}
