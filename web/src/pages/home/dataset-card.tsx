import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useTagCounts, withCounts } from '../../data/records/tag-counts.ts';
import { useCover } from '../../data/use-cover.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { ShareBar } from '../../ui/share-bar.tsx';
import styles from './card.module.css';

interface DatasetCardProps {
  dataset: Dataset;
  /** False while the dataset is known only from the cache. */
  isCertain: boolean;
}

export function DatasetCard({ dataset: record, isCertain }: DatasetCardProps) {
  const text = useText();
  const { language } = useLanguage();
  const dataset = withCounts(record, useTagCounts(isCertain ? record.id : null));
  const cover = useCover(dataset.id, isCertain);
  const share = (images: number) => percent(language, images / dataset.imageCounter);
  return (
    <Link href={addresses.dataset(dataset.id)} className={styles.card ?? ''}>
      <span className={styles.cover} aria-hidden="true">
        {Array.from({ length: 4 }, (_, index) => (
          <span key={`${dataset.id} ${String(index)}`}>
            {cover[index] && <img src={cover[index]} alt="" />}
          </span>
        ))}
      </span>
      <span className={styles.title}>
        <h3>{dataset.name}</h3>
      </span>
      <span className="secondary">
        {text[`type${dataset.type}`]} · {text.images(dataset.imageCounter)}
      </span>
      <ShareBar
        parts={[
          ...dataset.tags.map(({ id, name, color, imageCounter }) => ({
            id,
            name,
            color,
            count: imageCounter,
          })),
          { id: '', name: text.unlabelled, color: 'var(--n7)', count: dataset.unlabelledCounter },
        ]}
      />
      <span className="secondary tabular">
        {[
          dataset.unlabelledCounter > 0 && text.shareUnlabelled(share(dataset.unlabelledCounter)),
          dataset.reviewCounter > 0 && text.shareInReview(share(dataset.reviewCounter)),
        ]
          .filter(Boolean)
          .join(' · ') || (dataset.imageCounter > 0 ? text.allLabelled : text.noImages)}
      </span>
    </Link>
  );
}
