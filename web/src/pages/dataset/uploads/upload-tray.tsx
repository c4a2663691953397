import { Link, ProgressBar } from 'react-aria-components';
import { isOpen, type Upload } from '../../../data/uploads/uploads.ts';
import { useText } from '../../../text/use-text.tsx';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { CloseIcon, UploadIcon } from '../../../ui/icons.tsx';
import styles from './uploads.module.css';
import type { UploadsOfDataset } from './use-uploads.ts';
import { whyNot } from './why-not.ts';

/** The progress of uploads, and the files that were not added, with the reason. */
export function UploadTray({ uploads }: { uploads: UploadsOfDataset }) {
  const text = useText();
  const { all, camera, isHidden, address, retry, hide, cancelRest, close } = uploads;
  if (all.length === 0) return null;
  const stored = all.filter(({ state }) => state === 'stored').length;
  const open = all.filter(isOpen).length;
  const problems = all.filter(({ reason }) => reason !== undefined);
  const label = text.uploading(text.number(stored), text.number(all.length));
  const bar = (
    <ProgressBar aria-label={label} value={all.length - open} maxValue={all.length}>
      {({ percentage = 0 }) => (
        <div className={styles.bar}>
          <div style={{ width: `${percentage}%` }} />
        </div>
      )}
    </ProgressBar>
  );
  if (isHidden)
    return (
      <section className={styles.tray} data-uploads data-small aria-label={text.upload}>
        <Button look="quiet" onPress={() => hide(false)}>
          <UploadIcon />
          <span className="tabular">{label}</span>
        </Button>
        {bar}
      </section>
    );
  return (
    <section className={styles.tray} data-uploads aria-label={text.upload}>
      <header className={styles.head}>
        <strong className="tabular" role="status">
          {label}
        </strong>
        <span className={styles.hint}>{camera && text.uploadedAs(camera)}</span>
        {open > 0 ? (
          <IconButton label={text.hide} icon={<CloseIcon />} onPress={() => hide(true)} />
        ) : (
          <IconButton label={text.close} icon={<CloseIcon />} onPress={close} />
        )}
      </header>
      {bar}
      {all.some(({ state }) => state === 'paused') && (
        <p className={styles.hint} role="status">
          {text.uploadWaits}
          {all.every((each) => each.isKept || !isOpen(each)) && ` ${text.uploadMayLeave}`}
        </p>
      )}
      {stored > 0 && <Link href={address}>{text.showUploaded(stored)}</Link>}
      {problems.length > 0 && <Problems problems={problems} />}
      <div className={styles.buttons}>
        {all.some(({ state }) => state === 'failed' || state === 'paused') && (
          <Button onPress={retry}>{text.retry}</Button>
        )}
        {open > 0 && <Button onPress={cancelRest}>{text.cancelRest(open)}</Button>}
      </div>
    </section>
  );
}

function Problems({ problems }: { problems: readonly Upload[] }) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable, so that keys can scroll it
    <ul className={styles.problems} aria-label={text.uploadProblems} tabIndex={0}>
      {problems.map((each) => (
        <li
          key={each.id}
          data-state={each.state}
          {...(each.requestId && { title: text.requestId(each.requestId) })}
        >
          <b>{each.file.name}</b> {whyNot(each, text)}
        </li>
      ))}
    </ul>
  );
}
