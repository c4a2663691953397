/**
 * Order of the suites: the longest first, so that none of them begins when the others are done. Jest orders by size of file
 * where it has not run before, and some of the longest suites are small files.
 */
import TestSequencer from '@jest/test-sequencer';

/**
 * Parts of paths, the longest suites of a whole run. Those with a browser, which keep the processors busy, take
 * turns with those that mostly wait. Whatever is not here follows in Jest's own order.
 */
const LONGEST = `
  console/scale faults/hostile-imports faults/fuzz-routes console/managing deploy/deploy-first console/editor.test emulator/stack-keep
  console/trouble process/dev emulator/sweep. emulator/docs-page faults/matrix console/pages flow-nodes/outage
  console/journeys emulator/dataset-counters console/editor-masks deploy/gcloud-real console/versions
  test/console/ faults/hostile-pictures readme/readme examples/camera emulator/stack-
  test/flow-nodes/journey contract/vision-scenes -kill. git/memory emulator/access git/agreement faults/hostile-timing
  editor/newest editor/oldest git/attacks editor/sidebar faults/hostile-bodies emulator/official-suite
  test/editor/ faults/hostile- git/crash emulator/monitor-upload emulator/image-getb64 emulator/zip-uris
  emulator/openapi-examples emulator/health emulator/late-sessions emulator/trash-purge git/remote
  deploy/doctor-deployment emulator/dataset-zip
`
  .trim()
  .split(/\s+/);

const rankOf = ({ path }) => {
  const at = LONGEST.findIndex((part) => path.includes(part));
  return at < 0 ? LONGEST.length : at;
};

export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    return (await super.sort(tests)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
