import { type RefObject, useEffect, useRef } from 'react';

/** @param onSeen called once, when the element comes onto the screen */
export function useSeen<T extends Element>(onSeen: () => void): RefObject<T | null> {
  const place = useRef<T>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      latest.current();
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return place;
}
