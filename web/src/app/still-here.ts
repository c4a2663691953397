/** Answers that come late must not pull anybody back. */
import { useCallback, useEffect, useRef } from 'react';

/** @returns whether the page is still open that is open now; its query may have changed */
export function stillHere(): () => boolean {
  const { pathname } = location;
  return () => location.pathname === pathname;
}

/** As `stillHere`; it also notices that somebody has left the page and come back. */
export function useStillHere(): () => () => boolean {
  const visit = useRef({});
  useEffect(
    () => () => {
      visit.current = {};
    },
    [],
  );
  return useCallback(() => {
    const begun = visit.current;
    const isOpen = stillHere();
    return () => visit.current === begun && isOpen();
  }, []);
}
