import { useText } from '../text/use-text.tsx';
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

/** A line that is loading, which screen readers are told. */
export const LineBone = () => (
  <div role="status" aria-label={useText().loading}>
    <Bone width={240} />
  </div>
);
