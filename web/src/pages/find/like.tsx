import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import { readImage } from '../../data/images/image-record.ts';
import { useText } from '../../text/use-text.tsx';
import styles from './find.module.css';

/** The image that others are like. */
export function Like({ dataset, image: id }: { dataset: string; image: string }) {
  const { find } = useText();
  const { data: image } = useQuery({
    queryKey: ['like', dataset, id],
    queryFn: () => readImage(dataset, id),
  });
  return (
    <div className={styles.like}>
      <span className={styles.likePicture}>{image?.thumbnail && <img src={image.thumbnail} alt="" />}</span>
      <p>
        <span className="secondary">{find.similarTo}</span>{' '}
        <Link href={addresses.image(dataset, id)}>{image?.name ?? id}</Link>
      </p>
    </div>
  );
}
