import type { MouseEvent } from 'react';

/** A pointer takes no focus, so that Enter does not press the last button again, on the next image. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
