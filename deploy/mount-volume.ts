/**
 * Postdeploy hook: mounts the flow editor's volume on the deployed `service-git`. `firebase deploy` has no setting for
 * volumes, and whether a redeploy keeps one is not documented, so this looks each time and adds it where it is absent.
 *
 *   node deploy/mount-volume.ts [--dry-run]
 *
 * EDITOR_VOLUME_SOURCE   nfs://<address>/<path> or gs://<bucket>; unset: nothing to mount, and the function answers 503
 * EDITOR_VOLUME          mount path, /mnt/editor unless set
 * EDITOR_NETWORK         VPC network of an NFS server, EDITOR_SUBNET its subnet
 * FUNCTIONS_REGION
 *
 * They are parameters of the deployment: read from `functions/.env` and `functions/.env.<project>`, of which a hook gets
 * nothing, unless the environment has them. GCLOUD_PROJECT is in a hook's environment.
 */
import { askGcloud, commandLine, runGcloud } from './gcloud.ts';
import { readParameters } from './read-parameters.ts';

const SERVICE = 'service-git';
const VOLUME = 'editor';

export interface Mount {
  source: string;
  path: string;
  project: string;
  region: string;
  network?: string | undefined;
  subnet?: string | undefined;
}

/** @returns null where no volume is asked for. @throws Error in one sentence for a source of another kind */
export function readMount(env: NodeJS.ProcessEnv): Mount | null {
  const { EDITOR_VOLUME_SOURCE: source } = env;
  if (!source) return null;
  const project = env.GCLOUD_PROJECT ?? env.GOOGLE_CLOUD_PROJECT;
  if (!project) throw new Error('GCLOUD_PROJECT is not set: which project is the volume for?');
  const mount = { source, path: env.EDITOR_VOLUME || '/mnt/editor', project };
  volumeOf(source);
  return {
    ...mount,
    region: env.FUNCTIONS_REGION || 'us-central1',
    network: env.EDITOR_NETWORK || undefined,
    subnet: env.EDITOR_SUBNET || undefined,
  };
}

/** The value of gcloud's --add-volume. */
export function volumeOf(source: string): string {
  const [, address, path] = /^nfs:\/\/([\w.-]+)(\/[\w./-]*)$/.exec(source) ?? [];
  if (address && path) return `name=${VOLUME},type=nfs,location=${address}:${path}`;
  const [, bucket] = /^gs:\/\/([\w.-]+)\/?$/.exec(source) ?? [];
  if (bucket) return `name=${VOLUME},type=cloud-storage,bucket=${bucket}`;
  throw new Error(`EDITOR_VOLUME_SOURCE is ${source}: expected nfs://<address>/<path> or gs://<bucket>`);
}

const place = ({ project, region }: Mount): string[] => [`--project=${project}`, `--region=${region}`];

export const describeCommand = (mount: Mount): string[] => [
  ...['run', 'services', 'describe', SERVICE],
  ...place(mount),
];

export function mountCommand(mount: Mount): string[] {
  const network = mount.network ? [`--network=${mount.network}`] : [];
  const subnet = mount.subnet ? [`--subnet=${mount.subnet}`] : [];
  return [
    ...['run', 'services', 'update', SERVICE],
    `--add-volume=${volumeOf(mount.source)}`,
    `--add-volume-mount=volume=${VOLUME},mount-path=${mount.path}`,
    ...[...network, ...subnet, ...place(mount)],
  ];
}

interface Service {
  spec?: {
    template?: { spec?: { containers?: { volumeMounts?: { name?: string; mountPath?: string }[] }[] } };
  };
}

/** Whether the service, as gcloud describes it, has the volume at this path. */
export function isMounted(service: unknown, { path }: Pick<Mount, 'path'>): boolean {
  const containers = (service as Service).spec?.template?.spec?.containers ?? [];
  const mounts = containers.flatMap(({ volumeMounts }) => volumeMounts ?? []);
  return mounts.some(({ name, mountPath }) => name === VOLUME && mountPath === path);
}

async function main(): Promise<void> {
  const project = process.env.GCLOUD_PROJECT ?? process.env.GOOGLE_CLOUD_PROJECT ?? '';
  const mount = readMount({ ...(await readParameters(project)), ...process.env });
  if (!mount) {
    console.log('EDITOR_VOLUME_SOURCE is not set: no volume is mounted, and service-git answers 503.');
    return;
  }
  if (process.argv.includes('--dry-run')) {
    console.log(commandLine(mountCommand(mount)));
    return;
  }
  if (isMounted(askGcloud(describeCommand(mount)), mount)) console.log(`${mount.path} is mounted.`);
  else runGcloud(mountCommand(mount));
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
