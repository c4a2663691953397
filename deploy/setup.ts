/**
 * `npm run setup`: makes what a project must have before the first deployment, and changes nothing where it is there. It prints
 * what it would do; `--apply` does it.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { chunks } from '../functions/src/common/chunks.ts';
import { parseCommand } from '../functions/src/common/command-line.ts';
import { absentApis } from './doctor/apis.ts';
import { absentKeeping, absentPassing, GET_BUCKET } from './doctor/bucket.ts';
import { absentProtection, describeDatabase } from './doctor/database.ts';
import type { Deployment } from './doctor/deployment.ts';
import { deploymentOf } from './doctor/doctor.ts';
import { findDatabase } from './doctor/live-database.ts';
import {
  absentOnItself,
  absentRoles,
  closedBuckets,
  OBJECTS,
  runtimeAccount,
  SIGNER,
  silentAgent,
} from './doctor/runtime.ts';
import { findSite, REPOSITORY, readContainerImages } from './doctor/surroundings.ts';
import { askGcloud, commandLine, runGcloud } from './gcloud.ts';
import { findBuckets } from './read-parameters.ts';

/** Arguments of a program. `by hand`: a sentence. */
type Command = readonly ['gcloud' | 'firebase' | 'by hand', ...string[]];

/** @returns what makes it so; nothing where it is */
type Step = readonly [what: string, absent: (of: Deployment) => Promise<Command[]>];

const SERVICES_TOGETHER = 20;
const BUCKETS = ['gcloud', 'storage', 'buckets'] as const;

/** In the order in which one needs the other. */
const STEPS: readonly Step[] = [
  ['APIs', enableApis],
  ['Firestore database', makeDatabase],
  [
    'Realtime Database',
    async (of) =>
      (await findDatabase(of))
        ? []
        : [['by hand', 'Firebase console, Realtime Database, Create (locked mode)']],
  ],
  ['Bucket', keepObjects],
  ['Bucket of temporary objects', passObjects],
  ['Backups', scheduleBackups],
  ['Container images', keepContainerImages],
  ['Hosting', async (of) => ((await findSite(of)) ? [] : [['firebase', 'hosting:sites:create', of.project]])],
  ['Roles of the functions', grantRoles],
  ['Roles on the bucket', grantBucket],
  ['Roles on itself', grantItself],
  ['Events', grantAgent],
];

async function enableApis(of: Deployment): Promise<Command[]> {
  const some = chunks(await absentApis(of), SERVICES_TOGETHER);
  return Array.from(some, (names) => ['gcloud', 'services', 'enable', ...names]);
}

async function makeDatabase(of: Deployment): Promise<Command[]> {
  const database = await describeDatabase(of);
  const make = ['gcloud', 'firestore', 'databases'] as const;
  if (!database) return [[...make, 'create', `--location=${of.region}`, ...absentProtection({})]];
  const absent = absentProtection(database);
  return absent.length > 0 ? [[...make, 'update', '--database=(default)', ...absent]] : [];
}

async function keepObjects(of: Deployment): Promise<Command[]> {
  const [{ name, description }] = await findBuckets(of.project, of.parameters, of.gcloud);
  if (!description) return [['by hand', `gs://${name}: ${GET_BUCKET}`]];
  const { options } = absentKeeping(description);
  return options.length > 0 ? [[...BUCKETS, 'update', `gs://${name}`, ...options]] : [];
}

/** Only where the parameter TEMPORARY_BUCKET names one. */
async function passObjects(of: Deployment): Promise<Command[]> {
  const [, temporary] = await findBuckets(of.project, of.parameters, of.gcloud);
  if (!temporary) return [];
  const name = `gs://${temporary.name}`;
  const closed = ['--uniform-bucket-level-access', '--public-access-prevention'];
  if (!temporary.description)
    return [[...BUCKETS, 'create', name, `--location=${of.region}`, ...closed, '--soft-delete-duration=0']];
  const { options } = absentPassing(temporary.description);
  return options.length > 0 ? [[...BUCKETS, 'update', name, ...options]] : [];
}

/** Full copies, each at the price of the records: the way back within a week is point-in-time recovery. */
async function scheduleBackups({ gcloud, project }: Deployment): Promise<Command[]> {
  const schedules = ['firestore', 'backups', 'schedules'] as const;
  const listed = await gcloud([...schedules, 'list', '--database=(default)', `--project=${project}`]);
  if ((listed as unknown[]).length > 0) return [];
  const weekly = ['--recurrence=weekly', '--day-of-week=SUN', '--retention=14w'];
  return [['gcloud', ...schedules, 'create', '--database=(default)', ...weekly]];
}

/** Without a policy, a deployment without prompts fails after the functions and before Hosting. */
async function keepContainerImages(of: Deployment): Promise<Command[]> {
  const { hasRepository, hasPolicy } = await readContainerImages(of);
  const place = `--location=${of.region}`;
  const make = ['gcloud', 'artifacts', 'repositories', 'create', REPOSITORY] as const;
  return [
    ...(hasRepository ? [] : [[...make, place, '--repository-format=docker'] as const]),
    ...(hasPolicy ? [] : [['firebase', 'functions:artifacts:setpolicy', place, '--days=7'] as const]),
  ];
}

async function grantRoles(of: Deployment): Promise<Command[]> {
  const account = await runtimeAccount(of);
  return (await absentRoles(of)).map((role) => inProject(of, account, role));
}

async function grantBucket(of: Deployment): Promise<Command[]> {
  const role = bound(await runtimeAccount(of), OBJECTS[0] as string);
  return (await closedBuckets(of)).map((name) => [
    ...BUCKETS,
    'add-iam-policy-binding',
    `gs://${name}`,
    ...role,
  ]);
}

async function grantItself(of: Deployment): Promise<Command[]> {
  const account = await runtimeAccount(of);
  const grant = ['gcloud', 'iam', 'service-accounts', 'add-iam-policy-binding', account] as const;
  return (await absentOnItself(of)).map((role) => [...grant, ...bound(account, role)]);
}

async function grantAgent(of: Deployment): Promise<Command[]> {
  const agent = await silentAgent(of);
  return agent ? [inProject(of, agent, SIGNER)] : [];
}

const bound = (account: string, role: string): string[] => [
  `--member=serviceAccount:${account}`,
  `--role=${role}`,
];

const inProject = ({ project }: Deployment, account: string, role: string): Command => [
  ...(['gcloud', 'projects', 'add-iam-policy-binding', project] as const),
  ...bound(account, role),
  '--condition=None',
];

interface SetUp {
  /** What is known of it may change with each command. */
  deployment(): Promise<Deployment>;
  /** Null: nothing is run. @throws if it fails */
  run: ((program: 'gcloud' | 'firebase', args: readonly string[]) => void | Promise<void>) | null;
  say(line: string): void;
}

/** @returns whether everything is there, or would be */
export async function setUp({ deployment, run, say }: SetUp): Promise<boolean> {
  let isWhole = true;
  for (const [what, absent] of STEPS) {
    const of = await deployment();
    const commands = await absent(of).catch((error: Error) => {
      say(`${what}: cannot be looked at yet: ${error.message.split('\n')[0]}`);
      return null;
    });
    if (!commands) {
      isWhole = false;
      continue;
    }
    if (commands.length === 0) say(`${what}: is there`);
    for (const [program, ...rest] of commands) {
      const args = rest[0] === 'projects' ? rest : [...rest, `--project=${of.project}`];
      if (program === 'by hand') {
        isWhole = false;
        say(`${what}: by hand: ${rest[0]}`);
      } else {
        say(`${what}: ${lineOf(program, args)}`);
        await run?.(program, args);
      }
    }
  }
  return isWhole;
}

const lineOf = (program: 'gcloud' | 'firebase', args: readonly string[]): string =>
  program === 'gcloud' ? commandLine(args) : `npx firebase ${args.join(' ')}`;

const USAGE = `npm run setup -- --project=ID [--region=NAME] [--apply]    makes what a project must have before the first deployment

  --region=NAME  of the database and the functions (default: FUNCTIONS_REGION of functions/.env.<project>, us-central1)
  --apply        does it; without, it is only said

It can be repeated. Exit status 1 while something is missing that it cannot make.`;

async function main(): Promise<void> {
  const { values } = parseCommand('npm run setup', USAGE, {
    options: {
      project: { type: 'string' },
      region: { type: 'string' },
      apply: { type: 'boolean', default: false },
    },
  });
  const { project, region, apply } = values;
  if (!project) throw new Error('Whose project is it? --project=ID');
  const run = (program: 'gcloud' | 'firebase', args: readonly string[]): void => {
    if (program === 'gcloud') runGcloud(args);
    else
      execFileSync('npx', ['firebase', ...args, '--non-interactive', '--force'], {
        cwd: resolve(import.meta.dirname, '..'),
        stdio: ['ignore', 'inherit', 'inherit'],
      });
  };
  const deployment = async () => ({ ...(await deploymentOf(project, true, region)), gcloud: askGcloud });
  const isWhole = await setUp({ deployment, run: apply ? run : null, say: console.log });
  if (!apply) console.log('Nothing was changed: --apply does it.');
  if (!isWhole) process.exitCode = 1;
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
