/** What pages of incoming files share: the choice of a file, what each of its labels becomes, and what was not read. */
import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../form/button.tsx';
import { Select } from '../form/select.tsx';
import { UploadIcon } from '../icons.tsx';
import styles from './incoming.module.css';

interface ChooseFileProps {
  title: string;
  button: string;
  /** MIME types and endings; absent: any. */
  types?: readonly string[];
  isMany?: boolean;
  onTake: (files: File[]) => void;
  children?: ReactNode;
}

export function ChooseFile({ title, button, types, isMany = false, onTake, children }: ChooseFileProps) {
  return (
    <div className={styles.choose}>
      <UploadIcon size={40} />
      <strong>{title}</strong>
      <FileTrigger
        {...(types && { acceptedFileTypes: types })}
        allowsMultiple={isMany}
        onSelect={(files) => files && onTake([...files])}
      >
        <Button look="primary">{button}</Button>
      </FileTrigger>
      {children}
    </div>
  );
}

interface LabelRow {
  label: string;
  /** How often it occurs, in words. */
  count: string;
  choices: readonly { id: string; label: string }[];
  value: string;
  /** What it becomes if nothing is chosen. */
  usual: string;
}

interface LabelTableProps {
  rows: readonly LabelRow[];
  onChoose: (label: string, choice: string) => void;
}

/** Which class each label becomes. */
export function LabelTable({ rows, onChoose }: LabelTableProps) {
  const text = useText();
  return (
    <ul className={styles.table}>
      {rows.map(({ label, count, choices, value, usual }) => (
        <li key={label}>
          <span className={styles.label}>{label}</span>
          <span className="secondary tabular">{count}</span>
          <Select
            label={text.classOf(label)}
            choices={choices}
            value={value}
            isMarked={value !== usual}
            onChange={(choice) => onChoose(label, choice)}
          />
        </li>
      ))}
    </ul>
  );
}

interface UnreadProps {
  title: (count: number) => string;
  more: (count: number) => string;
  count: number;
  /** The first of them, each with the service's reason, in English. */
  items: readonly { path: string; reason: string }[];
}

export function UnreadFiles({ title, more, count, items }: UnreadProps) {
  if (count === 0) return null;
  return (
    <details className={styles.unread}>
      <summary>{title(count)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable, so that keys can scroll it */}
      <ul tabIndex={0} aria-label={title(count)} lang="en">
        {items.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <b>{path}</b> {reason}
          </li>
        ))}
        {count > items.length && <li>{more(count - items.length)}</li>}
      </ul>
    </details>
  );
}
