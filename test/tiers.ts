/**
 * Which suites `npm test` leaves out, and why. It runs every other one; `npm run test:all` runs these too, and `.ci/run` as many of
 * them as its time allows, in turns. A suite that is started by its path runs in any case.
 *
 * A suite belongs here if it takes many seconds of processor time and what it finds is rarely broken by a change that passes the
 * others.
 */
interface LeftOut {
  why: string;
  suites: readonly string[];
}

export const LEFT_OUT: readonly LeftOut[] = [
  {
    why: 'Drives a browser through whole pages, or a real flow editor: the rules behind them are tested in test/web and test/unit',
    suites: [
      'test/console/checked.test.ts',
      'test/console/editor-masks.test.ts',
      'test/console/editor.test.ts',
      'test/console/grid.test.ts',
      'test/console/journeys.test.ts',
      'test/console/managing.test.ts',
      'test/console/models.test.ts',
      'test/console/pages.test.ts',
      'test/console/predicted.test.ts',
      'test/console/rest.test.ts',
      'test/console/scale.test.ts',
      'test/console/touch.test.ts',
      'test/console/trouble.test.ts',
      'test/console/versions.test.ts',
      'test/console/viewer.test.ts',
      'test/editor/access.test.ts',
      'test/editor/newest.test.ts',
      'test/editor/oldest.test.ts',
      'test/editor/routes.test.ts',
      'test/editor/sample-flow.test.ts',
      'test/editor/sidebar.test.ts',
      'test/editor/states.test.ts',
      'test/emulator/docs-page.test.ts',
      'test/flow-nodes/journey.test.ts',
    ],
  },
  {
    why: 'Kills processes, cuts connections or lets calls race many times over, and waits for what becomes of the work',
    suites: [
      'test/client/export-cut.test.ts',
      'test/client/faults.test.ts',
      'test/emulator/counters-in-turn.test.ts',
      'test/emulator/dataset-detect.test.ts',
      'test/emulator/dataset-import.test.ts',
      'test/emulator/dataset-judge-kill.test.ts',
      'test/emulator/dataset-run-kill.test.ts',
      'test/emulator/dataset-select-kill.test.ts',
      'test/emulator/hand-over.test.ts',
      'test/emulator/image-detect-faults.test.ts',
      'test/emulator/image-kill.test.ts',
      'test/emulator/leaving.test.ts',
      'test/emulator/membership-race.test.ts',
      'test/emulator/monitor-kill.test.ts',
      'test/examples/camera.test.ts',
      'test/flow-nodes/outage.test.ts',
      'test/git/crash.test.ts',
      'test/git/interrupted.test.ts',
      'test/git/mixing.test.ts',
    ],
  },
  {
    why: 'Sends hundreds of broken, hostile or random inputs, or lets each dependency fail on each route',
    suites: [
      'test/contract/vision-scenes.test.ts',
      'test/faults/fair.test.ts',
      'test/faults/fuzz-routes.test.ts',
      'test/faults/hostile-bodies.test.ts',
      'test/faults/hostile-images.test.ts',
      'test/faults/hostile-imports.test.ts',
      'test/faults/hostile-pictures.test.ts',
      'test/faults/hostile-records.test.ts',
      'test/faults/hostile-runs.test.ts',
      'test/faults/hostile-timing.test.ts',
      'test/faults/matrix.test.ts',
      'test/faults/memory.test.ts',
      'test/faults/slow-bodies.test.ts',
      'test/faults/soak.test.ts',
      'test/git/agreement.test.ts',
      'test/git/attacks.test.ts',
      'test/git/memory.test.ts',
      'test/git/odd.test.ts',
      'test/git/random.test.ts',
    ],
  },
  {
    why: 'Starts the local stack or its programs again and again, or runs every command of every page',
    suites: [
      'test/emulator/functions-alone.test.ts',
      'test/emulator/openapi-examples.test.ts',
      'test/emulator/sample-exports.test.ts',
      'test/emulator/stack-firestore.test.ts',
      'test/emulator/stack-keep.test.ts',
      'test/emulator/stack-start.test.ts',
      'test/examples/nightly.test.ts',
      'test/process/camera.test.ts',
      'test/process/dev.test.ts',
      'test/readme/readme.test.ts',
    ],
  },
  {
    why: 'Deploys, packs or restores with the real command lines, against doubles of their services',
    suites: [
      'test/client/package.test.ts',
      'test/deploy/deploy-first.test.ts',
      'test/deploy/doctor-deployment.test.ts',
      'test/deploy/gcloud-real.test.ts',
      'test/emulator/restore.test.ts',
    ],
  },
  {
    why: 'Needs thousands of records or large pictures',
    suites: [
      'test/emulator/dataset-counters.test.ts',
      'test/emulator/image-getb64.test.ts',
      'test/emulator/late-sessions.test.ts',
      'test/emulator/many-sessions.test.ts',
      'test/emulator/official-suite.test.ts',
      'test/emulator/sweep-records.test.ts',
      'test/emulator/sweep.test.ts',
      'test/process/dataset-zip64.test.ts',
    ],
  },
];
