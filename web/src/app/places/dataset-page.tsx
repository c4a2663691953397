import type { ReactNode } from 'react';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Role } from '../../data/records/role.ts';
import { DatasetPlace, type DatasetPlaceProps } from './dataset-place.tsx';
import { WithDataset } from './with-record.tsx';

interface DatasetPageProps extends Pick<DatasetPlaceProps, 'page'> {
  id: string;
  needs?: Role;
  children: (dataset: Dataset) => ReactNode;
}

/** A page of a dataset, with its bar. */
export const DatasetPage = ({ page, children, ...props }: DatasetPageProps) => (
  <WithDataset {...props}>
    {(dataset) => (
      <>
        <DatasetPlace dataset={dataset} page={page} />
        {children(dataset)}
      </>
    )}
  </WithDataset>
);
