import { useQueryState } from '../../app/places/query-state.ts';

const NAMES = ['run'] as const;

/** The run whose predictions are shown: its number is in the address. */
export function useRunNumber(): [number | null, (run: number | null) => void] {
  const [{ run = '' }, change] = useQueryState(NAMES);
  const number = /^[1-9]\d{0,8}$/.test(run) ? Number(run) : null;
  return [number, (next) => change({ run: next === null ? undefined : String(next) }, { replace: true })];
}
