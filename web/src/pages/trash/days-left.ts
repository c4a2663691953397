const DAY = 86_400_000;

/** Whole days that an image stays, at least 0; the last one counts. @param until, now Unix milliseconds */
export const daysLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / DAY));
