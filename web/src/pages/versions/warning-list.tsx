import { useText } from '../../text/use-text.tsx';

interface WarningListProps {
  /** Sentences of the service. */
  warnings: readonly string[];
  className?: string | undefined;
}

/** Rules that a split could not keep. */
export function WarningList({ warnings, className }: WarningListProps) {
  const text = useText();
  return (
    <ul className={className}>
      {warnings.map((warning) => {
        const said = text.splitWarning(warning);
        return (
          <li key={warning} {...(said === null && { lang: 'en' })}>
            {said ?? warning}
          </li>
        );
      })}
    </ul>
  );
}
