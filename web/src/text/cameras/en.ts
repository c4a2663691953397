import { plural } from '../plural.ts';

/** Texts about how cameras are. */
export const cameras = {
  cameraStates: {
    ok: 'Running',
    slow: 'Slow',
    silent: 'Silent',
    'never sent': 'Started',
    stopped: 'Stopped',
    unknown: 'Unknown',
  },
  running: 'Running',
  noFrameYet: 'No live frame yet',
  noFrameFor: (span: string) => `No frame for ${span}`,
  noFrameSinceStart: (span: string) => `No frame since the start, ${span} ago`,
  perMinute: (value: string) => `${value} per minute`,
  perMinuteOf: (value: string, expected: string) => `${value} of ${expected} per minute`,
  inTrouble: (cameras: number) =>
    plural('en', cameras, { one: 'camera in trouble', other: 'cameras in trouble' }),
  cameraTrouble: {
    silent: (camera: string) => `${camera} is silent`,
    slow: (camera: string) => `${camera} is slow`,
  },
  cameraTroubleHint: {
    silent: 'No frame has arrived for longer than expected.',
    slow: 'Frames arrive at less than half the expected rate.',
  },
  notifyMe: 'Notify me of silent and slow cameras',
  notifyNoMore: 'Stop notifying me',
  notificationsOn: 'This browser notifies you while the console is open in a tab, also behind others.',
  notificationsOff: 'No more notifications in this browser.',
  notificationsDenied:
    'This browser does not allow notifications from this site. Its settings can change that.',

  // Monitor
  latestFrame: 'The latest frame',
  recentFrames: 'Recent frames',
  lastFrameAt: 'Last frame',
  thisSession: 'Current session',
  noSession: 'None',
  pace: 'Frame rate',
  expectedPace: 'Expected',
  asBefore: (pace: string) => `${pace}, as in the last session`,
  notKnownYet: 'Not known yet',
  ownNumbers: 'Measured by the camera',
  lastHour: 'Last hour',

  // Settings
  alerts: 'Silent and slow',
  framesPerMinute: 'Expected frames per minute',
  framesPerMinuteHint:
    'Empty: as many as in the last session. A camera without a frame for three times the expected gap, and at least 15 seconds, is silent; one at less than half the rate for a minute is slow.',
  expectedNow: (pace: string) => `Expected: ${pace}`,
  expectedAsBefore: 'Expected: as many as in the last session',
};
