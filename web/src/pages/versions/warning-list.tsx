import type { Warned } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';
import { SaidList } from '../../ui/frame/said-list.tsx';

/** Rules that a split could not keep. */
export function WarningList({
  warnings,
  warningCodes,
  className,
}: Warned & { className?: string | undefined }) {
  const text = useText();
  const say = (warning: string, at: number) => text.splitWarning(warning, warningCodes?.[at]);
  return <SaidList sentences={warnings} say={say} className={className} />;
}
