/**
 * The real gcloud accepts our commands, with a double of Google's endpoints.
 * @covers Which log lines are stored
 * @covers gcloud's own reading of mount, alert and doctor commands
 */
import { execFile, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { APIS } from '../../deploy/doctor/apis.ts';
import { checkDeployment } from '../../deploy/doctor/check-deployment.ts';
import type { Deployment } from '../../deploy/doctor/deployment.ts';
import { once } from '../../deploy/doctor/doctor.ts';
import { lineOf } from '../../deploy/doctor/finding.ts';
import { checkQueue } from '../../deploy/doctor/queue.ts';
import { askGcloud } from '../../deploy/gcloud.ts';
import { commandsFor } from '../../deploy/monitoring/apply.ts';
import { mountFlaws } from '../../deploy/mount-volume.ts';
import { setUp } from '../../deploy/setup.ts';
import { linkKey } from '../../functions/src/common/config.ts';
import { WELL_QUEUE } from '../support/gcloud.ts';
import { type GcloudDouble, startGcloudDouble } from '../support/gcloud-double.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const isHere = spawnSync('gcloud', ['version', '--format=value(beta)']).stdout?.toString().trim() !== '';
const title = isHere
  ? 'the real gcloud'
  : 'the real gcloud: SKIPPED, this machine has none with beta and alpha';

const RUNTIME = 'serviceAccount:1234-compute@developer.gserviceaccount.com';
const EVENTS = 'serviceAccount:service-1234@gcp-sa-pubsub.iam.gserviceaccount.com';
const bind = (...roles: string[]) => ({ bindings: roles.map((role) => ({ role, members: [RUNTIME] })) });
const ready = ['Ready', 'ConfigurationsReady', 'RoutesReady'].map((type) => ({ type, status: 'True' }));
const status = {
  conditions: ready,
  observedGeneration: 1,
  latestReadyRevisionName: 'r1',
  url: 'https://a.run.app',
};

const KEY_OWNER = 'links@a-project.iam.gserviceaccount.com';
const HMAC_KEY = {
  kind: 'storage#hmacKey',
  metadata: { accessId: 'GOOG1EXAMPLE', state: 'ACTIVE', serviceAccountEmail: KEY_OWNER },
  secret: 'bGoa+V7g/yqDXvKRqq+JTFn4uQZbPiQJo4pf9RzJ',
};

/** The sink to where logs are stored. */
const sink: { name: string; destination: string; exclusions?: { name: string; filter: string }[] } = {
  name: '_Default',
  destination: 'logging.googleapis.com/projects/p/locations/global/buckets/_Default',
};
let isDeployed = true;
/** Of jobs. */
let queue: object | undefined;
/** The current service-git. */
let service: Record<string, unknown>;

const bucket: Record<string, unknown> = { name: 'a-project.appspot.com' };
const schedules: object[] = [];
const database: Record<string, unknown> = {
  name: 'projects/a-project/databases/(default)',
  type: 'FIRESTORE_NATIVE',
  locationId: 'eur3',
  pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
};

const changed = (response: object) => ({
  name: `${database.name}/operations/1`,
  done: true,
  response: { '@type': 'type.googleapis.com/google.firestore.admin.v1.Database', ...response },
});

const ANSWERS: readonly [RegExp, (body: string) => unknown][] = [
  [/^GET .*run\.double.*services\/service-git/, () => (isDeployed ? { ...service, status } : undefined)],
  [/^GET .*run\.double.*\/services(\?|$)/, () => ({ items: isDeployed ? [service] : [] })],
  [
    /^PUT .*run\.double.*services\/service-git/,
    (body) => ({ ...Object.assign(service, JSON.parse(body)), status }),
  ],
  [/^PATCH .*alertPolicies/, (body) => JSON.parse(body)],
  [/^GET .*logging\.double.*sinks\/_Default/, () => sink],
  [/^(PUT|PATCH) .*logging\.double.*sinks\/_Default/, (body) => Object.assign(sink, JSON.parse(body))],
  [
    /^GET .*serviceusage\.double/,
    () => ({
      services: APIS.map((name) => ({ config: { name: `${name}.googleapis.com` }, state: 'ENABLED' })),
    }),
  ],
  [/getEffectiveOrgPolicy/, () => ({ listPolicy: { allValues: 'ALLOW' } })],
  [
    /^GET .*cloudresourcemanager\.double\/v1\/projects\/a-project\?/,
    () => ({ projectNumber: '1234', projectId: 'a-project' }),
  ],
  [
    /cloudresourcemanager\.double.*:getIamPolicy/,
    () => ({
      bindings: [
        ...bind(
          'roles/datastore.user',
          'roles/firebasedatabase.admin',
          'roles/logging.logWriter',
          'roles/cloudbuild.builds.builder',
          'roles/firebaseauth.viewer',
          'roles/eventarc.eventReceiver',
          'roles/cloudtasks.enqueuer',
          'roles/run.invoker',
        ).bindings,
        { role: 'roles/iam.serviceAccountTokenCreator', members: [EVENTS] },
      ],
    }),
  ],
  [/^GET .*cloudfunctions\.double.*\/functions\?/, () => ({ functions: [] })],
  [/^GET .*cloudtasks\.double.*europe-west1\/queues\/work/, () => queue],
  [
    /iam\.double.*:getIamPolicy/,
    () => bind('roles/iam.serviceAccountTokenCreator', 'roles/iam.serviceAccountUser'),
  ],
  [/secretmanager\.double.*:getIamPolicy/, () => bind('roles/secretmanager.secretAccessor')],
  [/^GET .*storage\.double.*\/b\/[^/?]+\/iam/, () => bind('roles/storage.objectUser')],
  [/^GET .*storage\.double.*\/b\/a-project\.appspot\.com/, () => bucket],
  [
    /^PATCH .*storage\.double.*\/b\/a-project\.appspot\.com/,
    (body) => Object.assign(bucket, JSON.parse(body)),
  ],
  [/^POST .*storage\.double.*\/hmacKeys\?/, () => HMAC_KEY],
  [/^GET .*storage\.double.*\/b\/flows/, () => ({ name: 'flows' })],
  [
    /^GET .*artifactregistry\.double/,
    () => ({
      name: 'projects/a-project/locations/europe-west1/repositories/gcf-artifacts',
      sizeBytes: '10',
      format: 'DOCKER',
      cleanupPolicies: { 'firebase-functions-cleanup': { id: 'x' } },
    }),
  ],
  [/^GET .*firestore\.double.*backupSchedules/, () => ({ backupSchedules: schedules })],
  [/^POST .*firestore\.double.*backupSchedules/, (body) => schedules[schedules.push(JSON.parse(body)) - 1]],
  [/^GET .*firestore\.double.*operations/, () => changed(database)],
  [/^GET .*firestore\.double.*databases\/\(default\)/, () => database],
  [
    /^PATCH .*firestore\.double.*databases\/\(default\)/,
    (body) => changed(Object.assign(database, JSON.parse(body))),
  ],
];

let double: GcloudDouble;
const before = { ...process.env };

(isHere ? describe : describe.skip)(title, () => {
  beforeAll(async () => {
    double = await startGcloudDouble((line, body) =>
      ANSWERS.find(([pattern]) => pattern.test(line))?.[1](body),
    );
    Object.assign(process.env, double.env);
  });
  afterAll(async () => {
    for (const name of Object.keys(double.env)) delete process.env[name];
    Object.assign(process.env, before);
    await double.close();
  });

  const mount = async (parameters: Record<string, string>) => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const args = [resolve(ROOT, 'deploy/mount-volume.ts'), '--project', 'a-project'];
    return (await promisify(execFile)(process.execPath, args, { env: { ...env, ...parameters } })).stdout;
  };
  const written = () => double.asked.filter(({ line }) => line.startsWith('PUT')).length;

  test.each([
    [
      'an NFS share in its network',
      { EDITOR_VOLUME_SOURCE: 'nfs://10.0.0.2/share', EDITOR_NETWORK: 'factory', EDITOR_SUBNET: 'east' },
    ],
    ['a bucket', { EDITOR_VOLUME_SOURCE: 'gs://flows' }],
  ])('%s is mounted once, and then seen as it should be', async (_, parameters) => {
    service = {
      apiVersion: 'serving.knative.dev/v1',
      kind: 'Service',
      metadata: { name: 'service-git', namespace: '1234', generation: 1, annotations: {} },
      spec: { template: { metadata: { annotations: {} }, spec: { containers: [{ image: 'x' }] } } },
    };
    const first = written();
    expect(await mount(parameters)).toContain('nothing at /mnt/editor');
    const {
      EDITOR_VOLUME_SOURCE: source,
      EDITOR_NETWORK: network,
      EDITOR_SUBNET: subnet,
    } = parameters as Record<string, string>;
    expect(mountFlaws(service, { source: source as string, path: '/mnt/editor', network, subnet })).toEqual(
      [],
    );
    expect(await mount(parameters)).toContain('/mnt/editor is mounted.');
    expect(written()).toBe(first + 1);
  });

  test('a service that is not deployed yet is not mounted, and that is no failure', async () => {
    isDeployed = false;
    expect(await mount({ EDITOR_VOLUME_SOURCE: 'gs://flows' })).toContain('service-git is not deployed yet');
    isDeployed = true;
  });

  test('an alert that is brought up to date keeps its channels', async () => {
    const channels = ['projects/p/notificationChannels/a', 'projects/p/notificationChannels/b'];
    const known = { name: 'projects/p/alertPolicies/1', notificationChannels: channels };
    const wanted = { project: 'p', region: 'us-central1', hasVolume: false };
    const [command = []] = commandsFor(wanted, {
      metrics: [],
      uptimeChecks: [],
      exclusions: [],
      policies: { 'unexpected-error': known },
    }).filter((each) => each.includes(known.name));
    await promisify(execFile)('gcloud', [...command, '--quiet'], { env: process.env });
    const patch = double.asked.find(({ line }) => line.startsWith('PATCH'));
    expect(JSON.parse(patch?.body ?? '{}').notificationChannels).toEqual(channels);
  });

  test('an HMAC key is printed as the secret of links is read', async () => {
    const args = ['storage', 'hmac', 'create', KEY_OWNER, '--project', 'a-project', '--format', 'json'];
    process.env.LINK_HMAC = (await promisify(execFile)('gcloud', args, { env: process.env })).stdout;
    expect(linkKey()).toEqual({ accessId: HMAC_KEY.metadata.accessId, secret: HMAC_KEY.secret });
    delete process.env.LINK_HMAC;
  });

  test('what is not stored of the log is said to the sink once, and brought up to date', async () => {
    const wanted = { project: 'p', region: 'us-central1', hasVolume: false };
    const run = async (exclusions: string[]) => {
      const standing = { metrics: [], uptimeChecks: [], policies: {}, exclusions };
      const [command = []] = commandsFor(wanted, standing).filter((each) => each.includes('sinks'));
      await promisify(execFile)('gcloud', [...command, '--quiet'], { env: process.env });
      return sink.exclusions?.map(({ name, filter }) => [name, filter]);
    };
    const all = [
      ['sightline-accepted-frames', expect.stringContaining('AND sample(insertId, 0.99)')],
      ['sightline-platform-lines', expect.stringContaining('httpRequest.status<400')],
    ];
    expect(await run([])).toEqual(all);
    expect(await run(['sightline-accepted-frames', 'sightline-platform-lines'])).toEqual(all);
  });

  const deployment = (): Deployment => ({
    ...{ project: 'a-project', region: 'europe-west1', isBefore: true, functionsUrl: 'http://127.0.0.1:9' },
    parameters: { EDITOR_VOLUME_SOURCE: 'gs://flows', GIT_CREDENTIALS_SECRET: 'on' },
    // Who is logged in is the machine's own matter.
    gcloud: once(async (args) => {
      if (args[1] === 'list' && args[0] === 'auth') return [{ account: 'somebody@example.com' }];
      return args[0] === 'auth' ? { token: 'a-token' } : askGcloud(args);
    }),
    apiUrl: () => 'http://127.0.0.1:9',
  });

  test('the set-up changes the bucket and the database as it should, and finds nothing to do then', async () => {
    const settle = async () => {
      const ran: string[] = [];
      const run = async (_: string, args: readonly string[]) => {
        ran.push(args.slice(0, 4).join(' '));
        await promisify(execFile)('gcloud', [...args, '--quiet'], { env: process.env });
      };
      await setUp({ deployment: async () => deployment(), run, say: () => {} });
      return ran;
    };
    expect(await settle()).toEqual([
      'firestore databases update --database=(default)',
      'storage buckets update gs://a-project.appspot.com',
      'firestore backups schedules create',
    ]);
    expect(bucket).toMatchObject({
      iamConfiguration: {
        uniformBucketLevelAccess: { enabled: true },
        publicAccessPrevention: 'enforced',
      },
      autoclass: { enabled: true, terminalStorageClass: 'ARCHIVE' },
    });
    expect(schedules).toMatchObject([{ weeklyRecurrence: { day: 'SUNDAY' } }]);
    expect(await settle()).toEqual([]);
  });

  test('the queue of jobs is found, and missed', async () => {
    expect(await checkQueue(deployment())).toMatchObject({ state: 'missing' });
    queue = { name: 'projects/a-project/locations/europe-west1/queues/work', ...WELL_QUEUE };
    expect(lineOf(await checkQueue(deployment()))).toBe('ok      Queue: 20 tasks at a time, 5 attempts each');
  });

  test('each question of the doctor before a deployment is understood and answered', async () => {
    const findings = await checkDeployment(deployment());
    const byGcloud = findings.filter(
      ({ what }) => !['Permissions', 'Act as', 'Hosting', 'Realtime Database'].includes(what),
    );
    expect(byGcloud.map(lineOf)).toEqual([
      'ok      gcloud: somebody@example.com',
      `ok      APIs: all ${APIS.length} that are needed are enabled`,
      'ok      Runtime account: has its roles',
      'ok      Signing: the functions can sign links and camera tokens',
      'ok      Jobs: the functions can send tasks',
      'ok      Events: Pub/Sub can deliver them',
      expect.stringMatching(/^note {4}Retries: people-dataset, people-monitor: called again after a failure/),
      'ok      Secrets: GIT_CREDENTIALS: the functions can read them',
      'ok      Public calls: no organization policy is against them',
      'ok      Container images: have a cleanup policy',
      'ok      Firestore database: eur3, with point-in-time recovery',
      'ok      Bucket: gs://a-project.appspot.com',
      'ok      Keeping: deleted objects for 30 days, old ones in colder classes',
      'ok      Volume access: the functions may write gs://flows',
    ]);
  });
});
