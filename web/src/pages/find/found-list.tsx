import type { ReactNode } from 'react';
import { addresses } from '../../app/places/addresses.ts';
import { type FindAsked, type FoundImage, isRefused } from '../../data/find/found.ts';
import type { ImageNews } from '../../data/images/image-bus.ts';
import type { Paged } from '../../data/paged.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { PagedList } from '../judging/paged-list.tsx';

export interface FoundProps {
  dataset: Dataset;
  asked: FindAsked;
  /** What has changed on this page. */
  news: ImageNews;
}

interface FoundListProps extends Omit<FoundProps, 'news'> {
  paged: Paged<FoundImage>;
  children: (images: readonly FoundImage[]) => ReactNode;
}

/** What was found; or in words, why it cannot be, or that there is nothing. */
export function FoundList({ dataset, asked: { kind }, paged, children }: FoundListProps) {
  const { find, rest } = useText();
  const lacksLabels = kind === 'wrong' || kind === 'unusual';
  if (isRefused(paged.error))
    return (
      <Placeholder title={find.refused} hint={find.refusedHints[kind]}>
        {lacksLabels && mayEdit(dataset.role) && (
          <ButtonLink look="primary" href={addresses.unlabelled(dataset.id)}>
            {rest.labelSome}
          </ButtonLink>
        )}
      </Placeholder>
    );
  return (
    <PagedList
      paged={paged}
      hint={find.hints[kind]}
      empty={{ title: find.none[kind] }}
      awaiting={find.awaiting[kind]}
    >
      {children}
    </PagedList>
  );
}
