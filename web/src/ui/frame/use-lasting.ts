import { useEffect, useState } from 'react';

/** Whether a condition has been true for some time without interruption. */
export function useLasting(condition: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setLasts(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [condition, milliseconds]);
  return condition && lasts;
}
