/** Of the page that makes a browser a camera. It is loaded with that page alone. */
import { formatNumber } from '../plural.ts';

const pictures = (count: number): string =>
  `${formatNumber('en', count)} ${count === 1 ? 'picture' : 'pictures'}`;

export const captureEn = {
  title: (monitor: string) => `Camera ${monitor}`,
  picture: 'What the camera sees',
  take: 'Take a picture',
  stop: 'Stop',
  everySoOften: 'One picture',
  single: 'when I tap',
  every: (seconds: number) =>
    seconds === 1 ? 'every second' : seconds < 1 ? 'twice a second' : `every ${seconds} seconds`,
  asking: 'Allow the camera when the browser asks.',
  taken: (count: number) => `${pictures(count)} taken`,
  allStored: 'All stored',
  waiting: (count: number) => `${pictures(count)} waiting`,
  kept: 'They are kept on this device and sent by themselves, also if this page closes before.',
  again: 'Try again',

  faults: {
    denied: {
      title: 'The camera is blocked',
      hint: 'Allow it for this page in the browser’s settings (often behind the icon beside the address), then try again.',
    },
    none: { title: 'This device has no camera', hint: 'Connect one, then try again.' },
    busy: {
      title: 'The camera does not start',
      hint: 'Another program may be using it. Close that, then try again.',
    },
    insecure: {
      title: 'The browser gives this page no camera',
      hint: 'It needs an address that begins with https.',
    },
  },
  notKept: 'There is no room left on this device: this picture was not kept.',

  troubles: {
    away: 'No connection.',
    keyEnded: 'The key of this camera has ended. Ask for a new code.',
    noCamera: 'This camera no longer exists, or its dataset is not open to it. Ask the owner.',
    notAdmitted: 'The dataset does not admit this camera yet. Its owner can allow that.',
    refused: (reason: string) => `The service refused a picture: ${reason}`,
  },

  phone: {
    title: 'Use a phone',
    hint: 'Scan this with a phone: its browser becomes this camera. The code has a key, so show it to nobody else. It ends when you revoke the key.',
    code: 'QR code',
    here: 'Use the camera of this device',
    copy: 'Copy link',
  },

  unknown: {
    title: 'Which camera is this?',
    hint: 'Open a camera in Sightline, choose “Use a phone” under its device keys, and scan the code with this device.',
  },
};

export type CaptureText = typeof captureEn;
