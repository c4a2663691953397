import type { Warned } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';

/** Rules that a split could not keep. */
export function WarningList({
  warnings,
  warningCodes,
  className,
}: Warned & { className?: string | undefined }) {
  const text = useText();
  return (
    <ul className={className}>
      {warnings.map((warning, at) => {
        const said = text.splitWarning(warning, warningCodes?.[at]);
        return (
          <li key={warning} {...(said === null && { lang: 'en' })}>
            {said ?? warning}
          </li>
        );
      })}
    </ul>
  );
}
