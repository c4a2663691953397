import type { ReactNode } from 'react';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import type { Command } from '../../ui/command.ts';
import { addresses } from './addresses.ts';
import { Place } from './place.tsx';
import styles from './record-nav.module.css';
import { RecordNav } from './record-nav.tsx';

type DatasetPage = 'dataset' | 'versions' | 'people' | 'trash' | 'settings' | 'import';

export interface DatasetPlaceProps {
  dataset: Dataset;
  page: DatasetPage;
  /** Commands that move into the menu when the bar is narrow. */
  narrowItems?: readonly Command[];
  children?: ReactNode;
}

/** The bar of a dataset: its name, and links to those of its pages that this person may use. */
export function DatasetPlace({
  dataset: { id, name, role },
  page,
  narrowItems = [],
  children,
}: DatasetPlaceProps) {
  const text = useText();
  const pages: [DatasetPage, string][] = [
    ['dataset', text.timeline],
    ['versions', text.versions],
    ['people', text.sharing],
    ...(mayEdit(role)
      ? ([
          ['trash', text.trash],
          ['settings', text.settings],
        ] as [DatasetPage, string][])
      : []),
  ];
  const title = page === 'import' ? text.importArchive : pages.find(([each]) => each === page)?.[1];
  return (
    <Place title={page === 'dataset' ? name : `${title ?? name}: ${name}`}>
      <h1 className={styles.title}>{name}</h1>
      <RecordNav
        label={name}
        items={pages.map(([each, label]) => ({ href: addresses[each](id), label }))}
        here={addresses[page](id)}
        narrowItems={narrowItems}
      />
      {children}
    </Place>
  );
}
