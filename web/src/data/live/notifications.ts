/** Notifications of the browser about cameras in trouble: only where the person has asked for them, in this browser. */
import { Store } from './store.ts';

const KEY = 'camera-notifications';

export const canNotify = 'Notification' in window;

const isAllowed = (): boolean => canNotify && Notification.permission === 'granted';

export const isNotifying = new Store(isAllowed() && localStorage.getItem(KEY) === 'on');

/** Browsers ask the person only after a click. @returns whether they are allowed */
export async function startNotifying(): Promise<boolean> {
  const isOn = (await Notification.requestPermission()) === 'granted';
  if (isOn) localStorage.setItem(KEY, 'on');
  isNotifying.set(isOn);
  return isOn;
}

export function stopNotifying(): void {
  localStorage.removeItem(KEY);
  isNotifying.set(false);
}

interface CameraNotification {
  /** A later one with the same tag takes its place. */
  tag: string;
  title: string;
  body: string;
  open: () => void;
}

export function notifyOutside({ tag, title, body, open }: CameraNotification): void {
  if (!isNotifying.get() || !isAllowed()) return;
  try {
    const notification = new Notification(title, { body, tag, icon: '/icon.svg' });
    notification.onclick = () => {
      window.focus();
      open();
      notification.close();
    };
  } catch {
    // Phones show notifications of service workers only. The page itself still says it.
  }
}
