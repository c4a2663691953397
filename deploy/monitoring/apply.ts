/**
 * Creates or updates a project's log-based metrics, alert policies, dashboard, uptime checks and the exclusions of its log
 * storage from this folder.
 *
 *   npm run monitoring -- --project <project> [--channel projects/<project>/notificationChannels/<id>] [--dry-run]
 *
 * Policies are identified by their label `sightline`, uptime checks by their names, so it can run after each deployment.
 * The notification channels of existing policies are kept.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseCommand } from '../../functions/src/common/command-line.ts';
import { askGcloud, commandLine, runGcloud } from '../gcloud.ts';
import { FUNCTIONS_WITH_HEALTH } from '../health.ts';
import { readParameters } from '../read-parameters.ts';

export interface StandingPolicy {
  /** Resource name. */
  name: string;
  /** Resource names. */
  notificationChannels?: readonly string[] | undefined;
}

export interface Standing {
  /** Names of log-based metrics. */
  metrics: readonly string[];
  /** By their label `sightline`. */
  policies: Readonly<Record<string, StandingPolicy>>;
  /** Resource name. */
  dashboard?: string | undefined;
  uptimeChecks: readonly string[];
  /** Names of the exclusions of the sink `_Default`. */
  exclusions: readonly string[];
}

export interface Wanted {
  project: string;
  region: string;
  hasVolume: boolean;
  /** Resource name of a notification channel. */
  channel?: string | undefined;
}

const filesOf = (folder: string): string[] =>
  readdirSync(resolve(import.meta.dirname, folder)).map((name) => resolve(import.meta.dirname, folder, name));

const nameOf = (file: string): string => basename(file, '.json');

/** Commands in order: a policy needs its metric. */
export function commandsFor(wanted: Wanted, standing: Standing): string[][] {
  const all = [
    ...metrics(standing),
    ...policies(wanted, standing),
    dashboard(standing),
    ...checks(wanted, standing),
    exclusions(standing),
  ];
  return all.map((command) => [...command, `--project=${wanted.project}`]);
}

const metrics = (standing: Standing): string[][] =>
  filesOf('metrics').map((file) => {
    const verb = standing.metrics.includes(nameOf(file)) ? 'update' : 'create';
    return ['logging', 'metrics', verb, nameOf(file), `--config-from-file=${file}`];
  });

/** A policy from a file replaces the existing one including its channels, so the channels are passed again. */
function policies({ channel }: Wanted, standing: Standing): string[][] {
  return filesOf('alerts').map((file) => {
    const known = standing.policies[nameOf(file)];
    const from = `--policy-from-file=${file}`;
    const channels = new Set([...(known?.notificationChannels ?? []), ...(channel ? [channel] : [])]);
    const flag = known ? '--set-notification-channels' : '--notification-channels';
    const passed = channels.size > 0 ? [`${flag}=${[...channels].join(',')}`] : [];
    const verb = known ? ['update', known.name] : ['create'];
    return ['alpha', 'monitoring', 'policies', ...verb, from, ...passed];
  });
}

function dashboard({ dashboard: known }: Standing): string[] {
  const from = `--config-from-file=${resolve(import.meta.dirname, 'dashboard.json')}`;
  return ['monitoring', 'dashboards', ...(known ? ['update', known] : ['create']), from];
}

/** `service-git` is checked only if it has a volume: without one it is never healthy. */
function checks({ project, region, hasVolume }: Wanted, standing: Standing): string[][] {
  const names = FUNCTIONS_WITH_HEALTH.filter((name) => hasVolume || name !== 'service-git');
  const absent = names.filter((name) => !standing.uptimeChecks.includes(`sightline-${name}`));
  return absent.map((name) => [
    'monitoring',
    'uptime',
    'create',
    `sightline-${name}`,
    '--resource-type=uptime-url',
    `--resource-labels=host=${region}-${project}.cloudfunctions.net,project_id=${project}`,
    `--path=/${name}/health`,
    '--protocol=https',
    '--port=443',
    '--period=5',
    '--timeout=30',
  ]);
}

/** What is excluded is neither stored nor paid for, and log-based metrics count it all the same. */
const exclusions = (standing: Standing): string[] => [
  ...['logging', 'sinks', 'update', '_Default'],
  ...filesOf('exclusions').map((file) => {
    const { description, filter } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const verb = standing.exclusions.includes(nameOf(file)) ? 'update' : 'add';
    // The filter has commas, so the parts are separated by something else.
    const parts = [`name=${nameOf(file)}`, `description=${description}`, `filter=${filter}`];
    return `--${verb}-exclusion=^;^${parts.join(';')}`;
  }),
];

interface Named {
  name: string;
  displayName?: string;
  userLabels?: Record<string, string>;
  notificationChannels?: string[];
}

async function readStanding(project: string): Promise<Standing> {
  const list = async (...args: string[]) => (await askGcloud([...args, `--project=${project}`])) as Named[];
  const known = (await list('alpha', 'monitoring', 'policies', 'list')).flatMap(
    ({ name, userLabels, notificationChannels }) =>
      userLabels?.sightline ? [[userLabels.sightline, { name, notificationChannels }] as const] : [],
  );
  const dashboards = await list('monitoring', 'dashboards', 'list');
  const sink = (await askGcloud(['logging', 'sinks', 'describe', '_Default', `--project=${project}`])) as {
    exclusions?: Named[];
  };
  return {
    metrics: (await list('logging', 'metrics', 'list')).map(({ name }) => name),
    policies: Object.fromEntries(known),
    dashboard: dashboards.find(({ displayName }) => displayName === 'Sightline')?.name,
    uptimeChecks: (await list('monitoring', 'uptime', 'list-configs')).map(
      ({ displayName }) => displayName ?? '',
    ),
    exclusions: (sink.exclusions ?? []).map(({ name }) => name),
  };
}

const NOTHING: Standing = { metrics: [], policies: {}, uptimeChecks: [], exclusions: [] };

async function main(): Promise<void> {
  const { values } = parseCommand(
    'npm run monitoring',
    'npm run monitoring -- --project=ID [--channel=NAME] [--dry-run]',
    {
      options: {
        project: { type: 'string' },
        channel: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    },
  );
  const { project, channel } = values;
  if (!project) throw new Error('Which project? npm run monitoring -- --project <project>');
  const { FUNCTIONS_REGION, EDITOR_VOLUME_SOURCE } = await readParameters(project);
  const region = FUNCTIONS_REGION || 'us-central1';
  const wanted = { project, channel, region, hasVolume: Boolean(EDITOR_VOLUME_SOURCE) };
  const standing = values['dry-run'] ? NOTHING : await readStanding(project);
  for (const command of commandsFor(wanted, standing)) {
    console.log(commandLine(command));
    if (!values['dry-run']) runGcloud(command);
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
