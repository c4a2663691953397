import styles from './caution.module.css';
import { SaidList, type SaidListProps } from './said-list.tsx';

/** What the reader should know before going on; nothing if there is none. */
export function Caution({ title, ...said }: { title: string } & SaidListProps) {
  if (said.sentences.length === 0) return null;
  return (
    <div className={styles.caution}>
      <p>{title}</p>
      <SaidList {...said} />
    </div>
  );
}
