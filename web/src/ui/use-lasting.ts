import { useEffect, useState } from 'react';

/** Whether something has been true for a while; short interruptions are not shown. */
export function useLasting(is: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLasts(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is, milliseconds]);
  return is && lasts;
}
