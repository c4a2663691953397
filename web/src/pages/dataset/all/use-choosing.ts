import { useState } from 'react';
import { attempt } from '../../../app/state/undo-history.ts';
import { useText } from '../../../text/use-text.tsx';

/** Runs what finds the images to select. */
export type Choose = (count: number, work: () => Promise<void>) => void;

/** @returns `choosing`: how many images are about to be selected; 0 if none. Until they are, nothing acts on those of before */
export function useChoosing() {
  const text = useText();
  const [choosing, setChoosing] = useState(0);
  const choose: Choose = (count, work) => {
    setChoosing(count);
    void attempt(work, text).finally(() => setChoosing(0));
  };
  return { choosing, choose };
}
