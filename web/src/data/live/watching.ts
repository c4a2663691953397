import { isNotifying } from './notifications.ts';
import { Store } from './store.ts';
import { visible } from './visibility.ts';

/** Whether cameras are watched: a hidden tab reads nothing, unless the person has asked for notifications. */
export const watching = new Store(true);

const adjust = () => watching.set(visible.get() || isNotifying.get());
visible.subscribe(adjust);
isNotifying.subscribe(adjust);
adjust();
