/**
 * Order of the suites: the longest first, so that none of them begins when the others are done. Jest orders by size of file
 * where it has not run before, and some of the longest suites are small files.
 */
import TestSequencer from '@jest/test-sequencer';

/** Parts of paths, suites of more than 40 seconds of a whole run. Whatever is not here follows in Jest's own order. */
const LONGEST = [
  ...['faults/fuzz-routes', 'test/console/', 'emulator/docs-page', 'emulator/stack-', 'readme/readme'],
  ...['unit/deploy-first', 'emulator/dataset-counters', 'contract/vision-scenes', 'faults/matrix'],
  ...[
    'emulator/sweep.',
    '-kill.',
    'git/memory',
    'test/flow-nodes/journey',
    'git/agreement',
    'flow-nodes/outage',
  ],
  ...['test/editor/', 'unit/gcloud-real', 'faults/hostile-', 'git/crash', 'emulator/monitor-upload'],
  ...[
    'emulator/official-suite',
    'emulator/image-getb64',
    'examples/camera',
    'emulator/zip-uris',
    'emulator/access',
  ],
  ...['emulator/openapi-examples', 'emulator/health', 'emulator/late-sessions', 'emulator/trash-purge'],
];

const rankOf = ({ path }) => {
  const at = LONGEST.findIndex((part) => path.includes(part));
  return at < 0 ? LONGEST.length : at;
};

export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    return (await super.sort(tests)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
