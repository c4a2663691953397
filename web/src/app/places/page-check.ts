/** Late answers must not move people who have opened another page since. */
import { useCallback, useEffect, useRef } from 'react';

/** @returns a function that tells whether the page is still the one that is open now; its query may have changed */
export function createPageCheck(): () => boolean {
  const { pathname } = location;
  return () => location.pathname === pathname;
}

/** Like `createPageCheck`, but the check also fails after somebody has left the page and come back. */
export function usePageCheck(): () => () => boolean {
  const visit = useRef({});
  useEffect(
    () => () => {
      visit.current = {};
    },
    [],
  );
  return useCallback(() => {
    const begun = visit.current;
    const isOpen = createPageCheck();
    return () => visit.current === begun && isOpen();
  }, []);
}
