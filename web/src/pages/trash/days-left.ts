const DAY = 86_400_000;

/** Days until something is deleted for good, rounded up, at least 0. @param until, now Unix milliseconds */
export const daysLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / DAY));
