import { useText } from '../text/use-text.tsx';
import { SET_COLORS } from './set-color.ts';
import { ShareBar } from './share-bar.tsx';

const SETS = ['TRAIN', 'VALIDATION', 'TEST', 'PREDETERMINED'] as const;

/** How images are divided into the sets. */
export function SetBar({ sets }: { sets: Partial<Record<(typeof SETS)[number], number>> }) {
  const text = useText();
  return (
    <ShareBar
      parts={SETS.map((set) => ({
        id: set,
        name: text[`set${set}`],
        color: SET_COLORS[set],
        count: sets[set] ?? 0,
      }))}
    />
  );
}
