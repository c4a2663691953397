import { Bone } from '../../ui/bone.tsx';
import { ShareBar } from '../../ui/share-bar.tsx';
import styles from './card.module.css';

interface CardOutlineProps {
  of: 'datasets' | 'monitors';
}

/** Keeps the place of a card, line by line. */
export const CardOutline = ({ of }: CardOutlineProps) => (
  <div className={styles.card} aria-hidden="true">
    {of === 'monitors' ? (
      <span className={styles.picture} />
    ) : (
      <span className={styles.cover}>
        <span />
        <span />
        <span />
        <span />
      </span>
    )}
    <span className={styles.title}>
      {/* As high as a line with a name. */}
      <span>
        <Bone width={120} />
      </span>
    </span>
    <span className="secondary">
      <Bone width={180} />
    </span>
    {of === 'datasets' && (
      <>
        <ShareBar parts={[]} />
        <span className="secondary">
          <Bone width={140} />
        </span>
      </>
    )}
  </div>
);
