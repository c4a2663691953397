/** Texts about hooks: programs that are told what happens (Contract 16). */
export const hooks = {
  title: 'Hooks',
  hint: 'Addresses of programs that are told what happens here: a chat, a training job, a flow. Each message is signed, and is tried again for a day.',
  none: 'No program is told of anything.',
  add: 'New hook',
  edit: 'Edit hook',
  url: 'Address',
  urlHint: 'It begins with https and is public.',
  name: 'What it is for',
  nameHint: 'For example “Night shift chat”.',
  events: 'It is told when',
  event: {
    dataset: {
      'version.ready': 'a version is ready',
      'run.ready': 'a model’s predictions are ready',
      'import.done': 'an import is done',
      'review.empty': 'nothing is left to review',
      'job.done': 'a job is done',
      'job.failed': 'a job has failed',
    },
    monitor: {
      'session.started': 'a session starts',
      'session.stopped': 'a session ends',
      'monitor.silent': 'the camera is silent',
      'monitor.slow': 'the camera is slow',
      'monitor.back': 'the camera is back',
    },
  },
  secret: 'Secret of the hook',
  secretHint:
    'Copy this secret now: it is shown only once. With it the program checks that a message comes from here.',
  copySecret: 'Copy secret',
  test: 'Send a test',
  tested: (outcome: string) => `The test has arrived: ${outcome}`,
  notTested: (outcome: string) => `The test has not arrived: ${outcome}`,
  more: (name: string) => `More for ${name}`,
  delete: 'Delete hook',
  deleteHint: 'What has not been delivered will not be sent.',
  failing: 'Failing',
  failingSince: (time: string) =>
    `Nothing has arrived for a day, and since ${time} nothing is sent. Everything is kept: a change, or a test that arrives, starts it again.`,
  ended: 'Ended',
  endedSince: (time: string) =>
    `It has ended on ${time}: its receiver said so, or the owner has changed. Make a new one.`,
  dropped: (count: number) =>
    count === 1
      ? 'More than 1,000 messages waited: the oldest one will not be sent.'
      : `More than 1,000 messages waited: the ${count} oldest ones will not be sent.`,
  deliveries: 'Deliveries',
  deliveriesOf: (name: string) => `Deliveries of ${name}`,
  noDeliveries: 'Nothing has been sent yet.',
  answered: (status: number) => `answer ${status}`,
  problem: {
    address: 'the address is not https or not public',
    connection: 'nobody answers there',
    timeout: 'no answer within 10 seconds',
  },
};
