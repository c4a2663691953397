import { type RefObject, useEffect, useRef, useState } from 'react';
import { closeLens, type LensFault, openLens } from '../../data/capture/lens.ts';

export type LensState = 'asking' | 'open' | LensFault;

/** Shows this device's camera in a video. @returns also what asks for it again */
export function useLens(): {
  video: RefObject<HTMLVideoElement | null>;
  state: LensState;
  again: () => void;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<LensState>('asking');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const open = async () => {
      const opened = await openLens();
      if (typeof opened === 'string') return setState(opened);
      if (isOver || !video.current) return closeLens(opened);
      stream = opened;
      for (const track of opened.getVideoTracks()) track.onended = () => setState('busy');
      video.current.srcObject = opened;
      await video.current.play().catch(() => {});
      setState('open');
    };
    setState('asking');
    void open();
    return () => {
      isOver = true;
      if (stream) closeLens(stream);
    };
  }, [tries]);
  return { video, state, again: () => setTries(tries + 1) };
}
