import { FileTrigger } from 'react-aria-components';
import { addresses } from '../../app/addresses.ts';
import nav from '../../app/record-nav.module.css';
import { notify } from '../../app/toasts.ts';
import { attempt } from '../../app/undo-history.ts';
import type { Dataset } from '../../data/datasets.ts';
import { downloadTrainingFile } from '../../data/download.ts';
import { mayEdit } from '../../data/role.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { MoreIcon, UploadIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

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
      const warnings = await downloadTrainingFile(dataset.id);
      const lacks = warnings.map((warning) => text.splitWarning(warning) ?? warning);
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
