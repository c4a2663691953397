import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { OpenJobs } from '../jobs/open-jobs.tsx';
import { addresses } from './addresses.ts';
import { RecordPlace, type RecordPlaceProps } from './record-place.tsx';

type DatasetPage =
  | 'dataset'
  | 'versions'
  | 'models'
  | 'people'
  | 'trash'
  | 'settings'
  | 'import'
  | 'jobs'
  | 'rest'
  | 'find';

export interface DatasetPlaceProps extends Pick<RecordPlaceProps, 'narrowItems' | 'children'> {
  dataset: Dataset;
  page: DatasetPage;
}

export function DatasetPlace({ dataset: { id, name, role }, page, children, ...props }: DatasetPlaceProps) {
  const text = useText();
  const labels: Record<DatasetPage, string> = {
    dataset: text.timeline,
    versions: text.versions,
    models: text.models.title,
    people: text.sharing,
    trash: text.trash,
    settings: text.settings,
    import: text.importArchive,
    jobs: text.jobs.title,
    rest: text.rest.title,
    find: text.find.title,
  };
  const jump = (to: DatasetPage) => ({ label: labels[to], href: addresses[to](id) });
  const pages = ['dataset', 'versions', 'models', 'people'] as const;
  const shown = mayEdit(role) ? [...pages, 'trash' as const, 'settings' as const] : pages;
  return (
    <RecordPlace name={name} pages={shown.map(jump)} here={jump(page)} {...props}>
      <OpenJobs dataset={id} isHere={page === 'jobs'} />
      {children}
    </RecordPlace>
  );
}
