import { useEffect } from 'react';
import { Link } from 'react-aria-components';
import { currentPerson } from '../../data/account.ts';
import { followJobs, useOpenJobs } from '../../data/jobs.ts';
import { useText } from '../../text/use-text.tsx';
import { addresses } from '../places/addresses.ts';
import styles from './open-jobs.module.css';

/** What runs in a dataset, on each of its pages. Its end is said to whoever started it. */
export function OpenJobs({ dataset, isHere }: { dataset: string; isHere: boolean }) {
  const text = useText();
  const live = useOpenJobs(dataset);
  const open = live.state === 'ready' ? live.value : [];
  const own = open.filter(({ by }) => by === currentPerson()?.uid).map(({ number }) => number);
  const numbers = own.join(' ');
  useEffect(() => {
    if (numbers !== '') followJobs(numbers.split(' ').map((number) => ({ dataset, number: Number(number) })));
  }, [dataset, numbers]);
  if (open.length === 0 || isHere) return null;
  return (
    <Link
      href={addresses.jobs(dataset)}
      className={styles.open ?? ''}
      aria-label={text.jobs.open(open.length)}
    >
      <span className={styles.mark} aria-hidden="true" />
      <span className={styles.words}>{text.jobs.open(open.length)}</span>
    </Link>
  );
}
