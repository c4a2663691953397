import type { RunReport } from '../../../data/runs/reports.ts';
import { exactPercent, percent } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Ends } from './curve.tsx';
import styles from './model.module.css';

/** How often predictions of a score are right, in ten bars, beside how often they should be. */
export function Calibration({ calibration: { bins, expectedError } }: Pick<RunReport, 'calibration'>) {
  const { models } = useText();
  const { language } = useLanguage();
  if (expectedError === null) return <p className="secondary">{models.noCalibration}</p>;
  return (
    <>
      <ol className={styles.bins}>
        {bins.map(({ answers, score, right }, at) => {
          const [from, to] = [at, at + 1].map((tenth) => percent(language, tenth / bins.length)) as [
            string,
            string,
          ];
          const words =
            right === null
              ? models.emptyBin(from, to)
              : models.bin(from, to, exactPercent(language, right), answers);
          return (
            <li key={from} title={words} aria-label={words}>
              {right !== null && <span className={styles.right} style={{ height: `${100 * right}%` }} />}
              {score !== null && <span className={styles.should} style={{ bottom: `${100 * score}%` }} />}
            </li>
          );
        })}
      </ol>
      <Ends className={styles.axis}>{models.scoreOf}</Ends>
      <p>{models.calibrationIs(exactPercent(language, expectedError))}</p>
    </>
  );
}
