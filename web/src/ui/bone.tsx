import styles from './bone.module.css';

/** Keeps the place of a text that is still loading. @param width in pixels */
export const Bone = ({ width }: { width: number }) => (
  <span className={styles.bone} style={{ width }} aria-hidden="true" />
);

/** The same for a heading of the second level. */
export const HeadingBone = ({ width }: { width: number }) => (
  <div className={styles.heading}>
    <Bone width={width} />
  </div>
);
