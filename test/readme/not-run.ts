import { spawnSync } from 'node:child_process';

/** Commands of the pages that a test cannot run, each with its reason. All others are run. */

export interface NotRun {
  /** Matches the whole command. */
  command: RegExp;
  reason: string;
}

const hasPython = !spawnSync('python3', ['--version']).error;

export const NOT_RUN: readonly NotRun[] = [
  { command: /^npm ci\b/, reason: 'installs; .ci/run does it on a clean clone' },
  { command: /^npm (test +#|run test:(all|rest|readers)\b)/, reason: 'this very run, or a part of it' },
  {
    command: /^npm start -- /,
    reason: 'runs until Ctrl-C; emulator/stack-start.test.ts starts it with each option',
  },
  { command: /^npm run setup\b/, reason: 'needs a project; deploy/setup.test.ts and gcloud-real.test.ts' },
  { command: /^npm run dev\b/, reason: 'runs until Ctrl-C; process/dev.test.ts starts it' },
  {
    command: /^npm run emulators\b/,
    reason: 'needs emulators that are downloads; emulator/official-suite.test.ts',
  },
  {
    command: /^npm run sample\b/,
    reason: 'rewrites the working copy; unit/sample.test.ts makes the same bytes',
  },
  {
    command: /^SECRET=\S+ PORT=\d+ (node|python3) examples\/hooks\//,
    reason: 'runs until Ctrl-C; examples/hook-receivers.test.ts starts it',
  },
  {
    command: /^(sh examples\/embedder\/serve\.sh |EMBEDDER_URL=\S+ npm start)/,
    reason: 'runs until Ctrl-C; examples/embedder.test.ts starts it',
  },
  {
    command: /^sh examples\/embedder\/deploy\.sh /,
    reason: 'needs an account and a project; examples/embedder.test.ts runs it beside a stand-in of gcloud',
  },
  {
    command: /^(pip install torch |python3 -c "\nimport torch)/,
    reason: 'installs a gigabyte, and downloads weights',
  },
  { command: /^npm run editor\b/, reason: 'runs until Ctrl-C; editor/launch.test.ts starts it' },
  { command: /^npm run bench\b/, reason: 'takes minutes; its names are checked' },
  {
    command: /^((DEPENDENCY|LONG)=\w+ )?npm test -- test\//,
    reason: 'a suite of this very run, or an hour of it; that the file is there is checked',
  },
  {
    command: /^(npx firebase |gcloud |printf [^|]*\| gcloud |NUMBER=|REPOSITORY_ID=|for role in |sudo )/,
    reason: 'needs an account and a project',
  },
  {
    command: /^npm run (smoke|doctor|monitoring|backup|restore|sweep|bucket-cors) -- --project\b/,
    reason: 'needs a deployment',
  },
  { command: /^docker build /, reason: 'needs Docker; examples/nightly.test.ts runs the job itself' },
  { command: /^sudo (mkdir|chown) /, reason: 'needs a file server and root' },
  {
    command: /^(printf '' \| )?gcloud storage /,
    reason:
      'needs an account and a bucket; deploy/gcloud-real.test.ts runs the real program as far as it goes without',
  },
  {
    command: /^(REGION=\S+ PROJECT=\S+|SIGHTLINE_TOKEN=\$\(curl -s -H 'Metadata-Flavor)/,
    reason: 'needs the metadata server of Google Cloud',
  },
  ...(hasPython
    ? []
    : [
        {
          command: /^((PYTHONPATH=\S+ )?python3 |SIGHTLINE=.*nightly\.sh|from sightline )/,
          reason: 'this machine has no Python',
        },
      ]),
];
