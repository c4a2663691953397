/**
 * The deployment workflow, its page and firebase.json name only things that exist.
 * @covers Workflow, roles, hooks, smoke, doctor
 * @covers Every package of the lock files has its checksum; workflow actions stand on a commit
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { parameters } from '../../functions/src/parameters.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(resolve(ROOT, name), 'utf8');
const exists = (name: string): boolean => existsSync(resolve(ROOT, name));

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  uses?: string;
  needs?: string | string[];
  if?: string;
  environment?: string;
  permissions?: Record<string, string>;
  steps?: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  concurrency: { group: string; 'cancel-in-progress': boolean };
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const text = read('.github/workflows/deploy.yml');
const workflow = parse(text) as Workflow;
const ciText = read('.github/workflows/ci.yml');
const ci = parse(ciText) as Workflow;
const page = read('docs/operate/deployment.md');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const firebase = JSON.parse(read('firebase.json'));
const steps = [workflow, ci].flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps ?? []));

/** What a command line starts: an npm script, a program of the project, or a file. */
function missingOf(command: string): string[] {
  return command.split(/\s*(?:&&|;|\n)\s*/).flatMap((line) => {
    const [program = '', ...rest] = line.trim().split(/\s+/);
    const script = rest.filter((each) => each !== '-s')[1] ?? '';
    if (program === 'npm' && rest[0] === 'run') return scripts[script] ? missingOf(scripts[script]) : [line];
    if (program === 'npx') return exists(`node_modules/.bin/${rest[0]}`) ? [] : [line];
    if (program === 'node') return exists(rest[0] ?? '') ? [] : [line];
    if (program.includes('/')) return isExecutable(program) ? [] : [line];
    return [];
  });
}

function isExecutable(name: string): boolean {
  try {
    accessSync(resolve(ROOT, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const hooks = (target: { predeploy?: string[]; postdeploy?: string[] }) => [
  ...(target.predeploy ?? []),
  ...(target.postdeploy ?? []),
];

describe('the workflow', () => {
  test('starts only existing programs', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    expect(commands.length).toBeGreaterThanOrEqual(5);
    expect(commands.flatMap(missingOf)).toEqual([]);
    const local = Object.values(workflow.jobs).flatMap(({ uses }) => uses ?? []);
    expect(local).toEqual(['./.github/workflows/ci.yml']);
    expect(local.filter((name) => !exists(name))).toEqual([]);
    expect(ci.on).toHaveProperty('workflow_call');
  });

  test('uses actions of two publishers, each by its commit, because a tag can be moved', () => {
    const lines = [text, ciText].flatMap((each) => [...each.matchAll(/^\s*(?:- )?uses: (?!\.\/)(.*)$/gm)]);
    const pinned = /^(actions|google-github-actions)\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
    expect(lines.map((match) => match[1]).filter((each) => !pinned.test(each ?? ''))).toEqual([]);
  });

  test('runs on the Java of the newest emulator, and on one gcloud whatever is released', () => {
    const withOf = (action: string) =>
      steps.filter(({ uses }) => uses?.includes(`/${action}@`)).map((step) => step.with ?? {});
    expect(withOf('setup-java').map((given) => given['java-version'])).toEqual([21]);
    const versions = withOf('setup-gcloud').map(({ version }) => version);
    expect(versions).toEqual([expect.stringMatching(/^\d+\.0\.0$/), versions[0]]);
  });

  test('audits what is deployed', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    for (const folder of ['', '--prefix functions '])
      expect(commands).toContain(`npm ${folder}audit --omit=dev --audit-level=high`);
  });

  test('tests first, then deploys one at a time, in an environment that can be protected', () => {
    const { deploy } = workflow.jobs;
    // Unless the commit has passed before; a look that fails, or a test, stops it.
    expect(deploy?.needs).toEqual(['tested', 'test']);
    expect(deploy?.if).toContain("needs.tested.result == 'success' && !failure() && !cancelled()");
    expect(workflow.jobs.test?.if).toBe("needs.tested.outputs.passed == ''");
    expect(deploy?.environment).toMatch(/production/);
    expect(workflow.concurrency['cancel-in-progress']).toBe(false);
    // A called workflow needs a different group than its caller, which would otherwise wait for itself.
    expect(ci.concurrency.group.startsWith('deploy-')).toBe(false);
  });

  test('tests of a deployment are not cancelled by others of the same tag, those of a pull request by its next commit', () => {
    // In a called workflow the contexts are the caller's, so only the number of the run tells two deployments apart.
    const group = `ci-\${{ github.event_name == 'pull_request' && github.ref || github.run_id }}`;
    expect(ci.concurrency).toEqual({ group, 'cancel-in-progress': true });
  });

  test('holds no key: a token of the run, for the deploying job alone', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.jobs.deploy?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    const auth = workflow.jobs.deploy?.steps?.find(({ uses }) =>
      uses?.startsWith('google-github-actions/auth'),
    );
    expect(auth?.with).toHaveProperty('workload_identity_provider');
    expect(text).not.toMatch(/secrets\.|credentials_json|FIREBASE_TOKEN|--token/);
  });

  test('never prompts: every parameter is written before', () => {
    const runs = workflow.jobs.deploy?.steps?.flatMap(({ run }) => run ?? []) ?? [];
    const at = (pattern: RegExp) => runs.findIndex((run) => pattern.test(run));
    expect(runs[at(/firebase deploy/)]).toContain('--non-interactive');
    expect(at(/npm run -s parameters/)).toBeLessThan(at(/firebase deploy/));
    expect(at(/npm run -s smoke/)).toBe(runs.length - 1);
  });
});

test('firebase.json names existing files and hooks', () => {
  const targets = [...firebase.functions, firebase.firestore, firebase.database, firebase.storage];
  const commands = targets.flatMap(hooks);
  expect(commands).toContain('npm run -s mount-volume');
  expect(commands).toContain('npm run -s bucket-lifecycle');
  expect(commands).toContain('npm run -s bucket-cors');
  expect(commands.flatMap(missingOf)).toEqual([]);
  const files = [
    firebase.firestore.rules,
    firebase.firestore.indexes,
    firebase.database.rules,
    firebase.storage.rules,
  ];
  expect(files.filter((name) => !exists(name))).toEqual([]);
});

test('a script of package.json names existing files', () => {
  expect(Object.values(scripts).flatMap(missingOf)).toEqual([]);
});

describe('docs/operate/deployment.md', () => {
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] ?? '').join('\n');

  test('every variable of the workflow is explained, and every role of a table is granted', () => {
    for (const [, name] of text.matchAll(/vars\.([A-Z_]+)/g)) expect(page).toContain(`| \`${name}\` |`);
    const listed = [...page.matchAll(/^\| `roles\/([\w.]+)`/gm)].map((match) => match[1] as string);
    expect(listed.length).toBeGreaterThan(15);
    const granted = `${blocks}${read('deploy/doctor/runtime.ts')}`;
    expect(listed.filter((role) => !granted.includes(role))).toEqual([]);
    const [, deployer = ''] = page.split('## Deploy from CI');
    for (const [, role] of deployer.matchAll(/^\| `(?:roles\/)?([\w.]+)`.*\| /gm))
      if (role?.includes('.') || role === 'bucketLifecycle') expect(text).toContain(role);
  });

  test.each(['docs/operate/deployment.md', 'docs/operate/runbook.md'])(
    'commands of %s start existing programs',
    (name) => {
      const shown = read(name);
      const lines = [...shown.matchAll(/```sh\n(.*?)```/gs)].flatMap((match) => (match[1] ?? '').split('\n'));
      const inText = [...shown.matchAll(/`((?:npm run|npx) [^`]+)`/g)].map((match) => match[1] as string);
      const commands = [...lines.filter((line) => /^(npm|npx) /.test(line)), ...inText];
      expect(commands.length).toBeGreaterThanOrEqual(6);
      expect(commands.flatMap(missingOf)).toEqual([]);
    },
  );

  test('and every declared parameter is explained', () => {
    for (const { name } of parameters) expect(page).toContain(`| \`${name}\` |`);
  });

  test('parameters that it names are declared', () => {
    const names = parameters.map(({ name }) => name);
    for (const [, name] of page.matchAll(/`((?:GIT|EDITOR|LINK)_\w+_SECRET)`/g))
      expect(names).toContain(name);
  });
});
