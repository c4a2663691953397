/**
 * Postdeploy hook: mounts the flow editor's volume on the deployed `service-git`. `firebase deploy` has no setting for
 * volumes, and whether a redeploy keeps them is not documented, so this checks the service each time and updates it if the
 * volume is missing or a different one.
 *
 *   node deploy/mount-volume.ts [--project <project>] [--dry-run]
 *
 * EDITOR_VOLUME_SOURCE   nfs://<address>/<path> or gs://<bucket>; unset: nothing to mount, and the function answers 503
 * EDITOR_VOLUME          mount path, /mnt/editor unless set
 * EDITOR_NETWORK         VPC network of an NFS server, EDITOR_SUBNET its subnet
 * FUNCTIONS_REGION
 *
 * These are parameters of the deployment. Hooks do not receive them, so they are read from `functions/.env` and
 * `functions/.env.<project>` unless the environment sets them. --project defaults to GCLOUD_PROJECT, which hooks receive.
 */
import { parseCommand } from '../functions/src/common/command-line.ts';
import { askGcloud, commandLine, runGcloud } from './gcloud.ts';
import { readParameters } from './read-parameters.ts';

const SERVICE = 'service-git';
const VOLUME = 'editor';
/** User and group that functions run as on nodejs24 (www-data). Files in a mounted bucket belong to root by default. */
const RUNTIME_USER = 33;

export interface Mount {
  source: string;
  path: string;
  project: string;
  region: string;
  network?: string | undefined;
  subnet?: string | undefined;
}

/** @returns null if no volume is configured. @throws Error with one sentence for an unsupported source, or no project */
export function readMount(env: NodeJS.ProcessEnv): Mount | null {
  const { EDITOR_VOLUME_SOURCE: source, GCLOUD_PROJECT: project } = env;
  if (!project) throw new Error('Which project is the volume for? --project <project>');
  if (!source) return null;
  const mount = { source, path: env.EDITOR_VOLUME || '/mnt/editor', project };
  volumeOf(source);
  return {
    ...mount,
    region: env.FUNCTIONS_REGION || 'us-central1',
    network: env.EDITOR_NETWORK || undefined,
    subnet: env.EDITOR_SUBNET || undefined,
  };
}

const OWNER = `uid=${RUNTIME_USER};gid=${RUNTIME_USER}`;

/** Value of gcloud's --add-volume. */
export function volumeOf(source: string): string {
  const [, address, path] = /^nfs:\/\/([\w.-]+)(\/[\w./-]*)$/.exec(source) ?? [];
  if (address && path) return `name=${VOLUME},type=nfs,location=${address}:${path}`;
  const [, bucket] = /^gs:\/\/([\w.-]+)\/?$/.exec(source) ?? [];
  if (bucket) return `name=${VOLUME},type=cloud-storage,bucket=${bucket},mount-options=${OWNER}`;
  throw new Error(`EDITOR_VOLUME_SOURCE is ${source}: expected nfs://<address>/<path> or gs://<bucket>`);
}

const place = ({ project, region }: Mount): string[] => [`--project=${project}`, `--region=${region}`];

/** Only gcloud's beta commands support `mount-options` for buckets. */
const trackOf = ({ source }: Mount): string[] => (source.startsWith('gs://') ? ['beta'] : []);

export const describeCommand = (mount: Mount): string[] => [
  'run',
  'services',
  'describe',
  SERVICE,
  ...place(mount),
];

const listCommand = (mount: Mount): string[] => [
  'run',
  'services',
  'list',
  `--filter=metadata.name=${SERVICE}`,
  ...place(mount),
];

/** @returns null if the service is not deployed yet: gcloud has one exit status for everything, so the list of services is read */
async function describeService(mount: Mount): Promise<unknown> {
  try {
    return await askGcloud(describeCommand(mount));
  } catch {
    const listed = (await askGcloud(listCommand(mount))) as unknown[];
    return listed.length === 0 ? null : askGcloud(describeCommand(mount));
  }
}

export function mountCommand(mount: Mount): string[] {
  const network = mount.network ? [`--network=${mount.network}`, '--vpc-egress=private-ranges-only'] : [];
  const subnet = mount.subnet ? [`--subnet=${mount.subnet}`] : [];
  return [
    ...trackOf(mount),
    'run',
    'services',
    'update',
    SERVICE,
    `--add-volume=${volumeOf(mount.source)}`,
    `--add-volume-mount=volume=${VOLUME},mount-path=${mount.path}`,
    ...network,
    ...subnet,
    ...place(mount),
  ];
}

interface Volume {
  name?: string;
  nfs?: { server?: string; path?: string };
  csi?: { volumeAttributes?: { bucketName?: string; mountOptions?: string } };
}

interface Service {
  spec?: {
    template?: {
      metadata?: { annotations?: Record<string, string> };
      spec?: {
        containers?: { volumeMounts?: { name?: string; mountPath?: string }[] }[];
        volumes?: Volume[];
      };
    };
  };
}

/** What differs from the wanted state, as gcloud describes the service; empty if the volume is mounted. */
export function mountFlaws(service: unknown, mount: Omit<Mount, 'project' | 'region'>): string[] {
  const { spec, metadata } = (service as Service).spec?.template ?? {};
  const mounts = (spec?.containers ?? []).flatMap(({ volumeMounts }) => volumeMounts ?? []);
  const isAtPath = mounts.some(({ name, mountPath }) => name === VOLUME && mountPath === mount.path);
  const flaws = isAtPath ? volumeFlaws(spec?.volumes ?? [], mount.source) : [`nothing at ${mount.path}`];
  return [...flaws, ...networkFlaws(metadata?.annotations ?? {}, mount)];
}

function volumeFlaws(volumes: readonly Volume[], source: string): string[] {
  const { nfs, csi } = volumes.find(({ name }) => name === VOLUME) ?? {};
  const { bucketName, mountOptions = '' } = csi?.volumeAttributes ?? {};
  const mounted = nfs ? `nfs://${nfs.server}${nfs.path}` : `gs://${bucketName}`;
  if (mounted !== source.replace(/^(gs:.*)\/$/, '$1')) return [`${mounted} is mounted`];
  if (csi && mountOptions.replaceAll(',', ';') !== OWNER)
    return [`it does not belong to user ${RUNTIME_USER}`];
  return [];
}

/** A name may be a full resource name: `projects/<project>/global/networks/<name>`. */
const shortName = (name: string | undefined): string | undefined => name?.split('/').at(-1);

function networkFlaws(annotations: Record<string, string>, { network, subnet }: Partial<Mount>): string[] {
  const [joined = {}] = JSON.parse(annotations['run.googleapis.com/network-interfaces'] ?? '[]') as {
    network?: string;
    subnetwork?: string;
  }[];
  return [
    ...(network && shortName(network) !== shortName(joined.network) ? [`not in the network ${network}`] : []),
    ...(subnet && shortName(subnet) !== shortName(joined.subnetwork) ? [`not in the subnet ${subnet}`] : []),
  ];
}

async function main(): Promise<void> {
  const { values } = parseCommand(
    'npm run mount-volume',
    'npm run mount-volume -- --project=ID [--dry-run]',
    {
      options: { project: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    },
  );
  const project = values.project ?? process.env.GCLOUD_PROJECT ?? process.env.GOOGLE_CLOUD_PROJECT ?? '';
  const mount = readMount({ ...(await readParameters(project)), ...process.env, GCLOUD_PROJECT: project });
  if (!mount) {
    console.log('EDITOR_VOLUME_SOURCE is not set: no volume is mounted, and service-git answers 503.');
    return;
  }
  if (values['dry-run']) {
    console.log(commandLine(mountCommand(mount)));
    return;
  }
  const service = await describeService(mount);
  if (service === null) {
    console.log(`${SERVICE} is not deployed yet: the volume is mounted when it is.`);
    return;
  }
  const flaws = mountFlaws(service, mount);
  console.log(
    flaws.length === 0 ? `${mount.path} is mounted.` : `Mounting ${mount.path}: ${flaws.join(', ')}`,
  );
  if (flaws.length > 0) runGcloud(mountCommand(mount));
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
