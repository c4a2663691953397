import styles from './code-block.module.css';

/** A command or a key, to copy. */
export const CodeBlock = ({ children }: { children: string }) => (
  <pre className={styles.code}>{children}</pre>
);
