import { HeadingBone } from '../../ui/bone.tsx';
import { CardOutline } from './card-outline.tsx';
import styles from './home.module.css';

/** The start page until its code is loaded. */
export const HomeOutline = () => (
  <div className={styles.page}>
    <section>
      <header className={styles.head}>
        <HeadingBone width={100} />
      </header>
      <div className={styles.cards}>
        <CardOutline of="datasets" />
      </div>
    </section>
  </div>
);
