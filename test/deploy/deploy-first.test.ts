/**
 * The first deployment and later ones: the real `firebase deploy`, with a double of Google's endpoints.
 * @covers `firebase deploy` itself, first and later: hooks, archive, functions, callers, rules, indexes, Hosting, exit status
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { corsRule } from '../../emulators/storage/cors-rule.ts';
import { allowedOrigins } from '../../functions/src/common/http/origins.ts';
import { MOST_TRIES, QUEUE } from '../../functions/src/common/jobs/job.ts';
import { copyForDeployment, type DeployCopy, type Ended } from '../support/deploy-copy.ts';
import { type Google, startGoogle } from '../support/google/google.ts';
import type { Asked } from '../support/google/services.ts';
import { TEST } from '../support/limits.ts';
import { readZip } from '../support/read-zip.ts';

const read = (name: string) => readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8');
const REPOSITORY = 'projects/a-project/locations/us-central1/repositories/gcf-artifacts';
const BUCKET = 'storage buckets describe gs://a-project.firebasestorage.app';
const HOOKS = ['lint', 'types', 'build', 'build:site', 'bucket-lifecycle', 'bucket-cors', 'mount-volume'];
const NAMES = [
  'counters',
  'dataset',
  'image',
  'monitor',
  'people-dataset',
  'people-monitor',
  'service-git',
  'work',
];
/** Functions that are called by events and retried after a failure need a confirmation, given for these alone. */
const AGREED = ['--only', 'functions:people', '--force'];
const isOfEvents = (name: string) => name.startsWith('people-');

let copy: DeployCopy;
let google: Google;

/** The preparations of docs/operate/deployment.md. */
function prepared(to: Google): void {
  to.standing.set(REPOSITORY, { cleanupPolicies: { 'firebase-functions-cleanup': { id: 'x' } } });
  to.standing.set('policy', { policy: { bindings: GRANTED } });
  // The deploying account has no role for it.
  to.refuse(/^POST resourcemanager.*:setIamPolicy/);
}
const member = 'serviceAccount:1234-compute@developer.gserviceaccount.com';
const GRANTED = [
  { role: 'roles/run.invoker', members: [member] },
  { role: 'roles/eventarc.eventReceiver', members: [member] },
  {
    role: 'roles/iam.serviceAccountTokenCreator',
    members: ['serviceAccount:service-1234@gcp-sa-pubsub.iam.gserviceaccount.com'],
  },
];
/** The event functions in the state of the first project, confirmed. */
function agreed(to: Google): void {
  for (const [name, resource] of google.standing)
    if (/\/functions\/people-/.test(name)) to.standing.set(name, resource);
}
const bucket = {
  [BUCKET]: {
    lifecycle_config: JSON.parse(read('rules/storage.lifecycle.json')),
    cors_config: [corsRule(allowedOrigins('a-project'))],
  },
};

const lineOf = ({ method, service, path }: Asked) => `${method} ${service}${path}`;
const askedFor = (pattern: RegExp, of: Google = google): Asked[] =>
  of.asked.filter((each) => pattern.test(lineOf(each)));
const bodyOf = (asked: Asked | undefined) => JSON.parse(asked?.body.toString() || '{}');
type Spec = Record<'buildConfig' | 'serviceConfig' | 'eventTrigger', Record<string, unknown>>;
/** The deployed specification of each function. */
const written = (pattern: RegExp): Record<string, Spec> =>
  Object.fromEntries(
    askedFor(pattern).map((each) => [bodyOf(each).name.split('/').at(-1), bodyOf(each)] as const),
  );

beforeAll(async () => {
  [copy, google] = await Promise.all([copyForDeployment(), startGoogle()]);
  prepared(google);
});
afterAll(async () => {
  await google.close();
  await copy.remove();
});

describe('the first deployment', () => {
  let refused: Ended;
  let ended: Ended;
  beforeAll(async () => {
    refused = await copy.deploy(google, bucket);
    google.asked.length = 0;
    const agreeing = await copy.deploy(google, bucket, AGREED);
    if (agreeing.code !== 0) throw new Error(agreeing.output);
    ended = await copy.deploy(google, bucket);
  }, 2 * TEST);

  test('asks whether the functions of events may be called again, and cannot without a prompt', () => {
    expect(refused.output).toMatch(/newly be retried .*people-dataset\(.*people-monitor\(/);
    expect(refused.output).toContain('Pass the --force option');
    expect(refused.code).toBe(1);
  });

  test('ends well, with each hook in its turn', () => {
    if (ended.code !== 0) throw new Error(ended.output);
    expect(ended.output).toContain('Deploy complete!');
    expect(ended.hooks).toEqual(HOOKS);
    expect(ended.gcloud).toEqual(Array(2).fill(`${BUCKET} --format=json --quiet`));
  });

  test('uploads the built functions, their lock file and the parameters, nothing else', async () => {
    const [upload] = askedFor(/^PUT upload/);
    const names = [...(await readZip(upload?.body as Buffer)).keys()];
    expect(names).toEqual(
      expect.arrayContaining(['package.json', 'package-lock.json', 'lib/index.js', '.env', '.env.a-project']),
    );
    const allowed = /^(package(-lock)?\.json|\.env(\.a-project)?|lib\/[^/]+)$/;
    expect(names.filter((name) => !allowed.test(name))).toEqual([]);
  });

  test('makes each function of that archive, on nodejs24, with every parameter and the common environment, without ACCESS', () => {
    const made = written(/^POST functions.*functionId=/);
    expect(Object.keys(made).sort()).toEqual(NAMES);
    for (const { buildConfig, serviceConfig } of Object.values(made)) {
      expect(buildConfig).toMatchObject({
        runtime: 'nodejs24',
        source: { storageSource: { bucket: 'sources', object: 'source.zip' } },
        // Therefore `postinstall` fills the compile cache: no other script runs.
        environmentVariables: { GOOGLE_NODE_RUN_SCRIPTS: '' },
      });
      expect(serviceConfig.environmentVariables).toMatchObject({
        FUNCTIONS_REGION: 'us-central1',
        RATE_UPLOAD: '1200',
        GCLOUD_PROJECT: 'a-project',
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        NODE_OPTIONS: '--max-semi-space-size=4',
      });
      expect(serviceConfig.environmentVariables).not.toHaveProperty('ACCESS');
    }
    const specs = NAMES.map((name) => {
      const { buildConfig, serviceConfig } = made[name] as Spec;
      const { availableMemory, timeoutSeconds, maxInstanceRequestConcurrency } = serviceConfig;
      return [buildConfig.entryPoint, availableMemory, timeoutSeconds ?? 60, maxInstanceRequestConcurrency];
    });
    expect(specs).toEqual([
      ['counters', '512Mi', 300, 80],
      ['dataset', '2Gi', 3600, 10],
      ['image', '512Mi', 60, 40],
      ['monitor', '1024Mi', 60, 40],
      ['people.dataset', '256Mi', 60, 80],
      ['people.monitor', '256Mi', 60, 80],
      ['service.git', '512Mi', 120, 1],
      ['work', '2Gi', 1800, 1],
    ]);
  });

  test('calls the functions of events with each record that is written, again after a failure', () => {
    const made = written(/^POST functions.*functionId=people/);
    expect(Object.values(made).map(({ eventTrigger }) => eventTrigger)).toEqual(
      ['dataset', 'monitor'].map((collection) =>
        expect.objectContaining({
          eventType: 'google.cloud.firestore.document.v1.written',
          retryPolicy: 'RETRY_POLICY_RETRY',
          triggerRegion: 'us-central1',
          eventFilters: expect.arrayContaining([
            { attribute: 'document', value: `${collection}/{id}`, operator: 'match-path-pattern' },
          ]),
        }),
      ),
    );
  });

  test('lets everybody call what users call, the scheduler its function, and nobody the one of the queue', () => {
    const calls = askedFor(/^POST run.*:setIamPolicy/).map((each) => {
      const [{ role, members }] = bodyOf(each).policy.bindings;
      expect(role).toBe('roles/run.invoker');
      return [/services\/([\w-]+):/.exec(each.path)?.[1], members.join()];
    });
    expect(calls.sort()).toEqual(
      NAMES.filter((name) => !isOfEvents(name) && name !== 'work').map((name) => [
        name,
        name === 'counters' ? member : 'allUsers',
      ]),
    );
    const [job] = askedFor(/^POST scheduler/).map(bodyOf);
    expect(job).toMatchObject({ schedule: 'every 1 minutes' });
    const [queue] = askedFor(/^POST tasks.*queues$/).map(bodyOf);
    expect(queue).toMatchObject({ rateLimits: QUEUE.rateLimits, retryConfig: { maxAttempts: MOST_TRIES } });
  });

  test('releases the rules of the repository, makes every index, and lets limits expire', () => {
    const rulesets = askedFor(/^POST rules.*\/rulesets$/).map((each) => bodyOf(each).source.files[0].content);
    expect(rulesets.sort()).toEqual([read('rules/firestore.rules'), read('rules/storage.rules')].sort());
    const [, rules] = askedFor(/^PUT database.*rules\.json/);
    expect(rules?.path).not.toContain('dryRun');
    expect(rules?.body.toString()).toBe(read('rules/database.rules.json'));
    const { indexes } = JSON.parse(read('rules/firestore.indexes.json'));
    expect(askedFor(/^POST firestore.*\/indexes/)).toHaveLength(indexes.length);
    const [ttl] = askedFor(/^PATCH firestore.*limit\/fields\/until/);
    expect(bodyOf(ttl)).toHaveProperty('ttlConfig');
  });

  test('releases Hosting when all else stands, with its headers', () => {
    const lines = google.asked.map(lineOf);
    const release = lines.findIndex((line) => /^POST hosting.*channels\/live\/releases/.test(line));
    const last = lines.findLastIndex((line) => /^(POST|PATCH) (functions|run|rules|scheduler)/.test(line));
    expect(release).toBeGreaterThan(last);
    const [version] = askedFor(/^PATCH hosting.*versions/).map(bodyOf);
    expect(version.status).toBe('FINALIZED');
    expect(JSON.stringify(version.config.headers)).toContain("default-src 'self'");
  });
});

describe('the second deployment', () => {
  test('of the same writes nothing but the page, and its hooks run', async () => {
    google.asked.length = 0;
    const { code, output, hooks } = await copy.deploy(google, bucket);
    if (code !== 0) throw new Error(output);
    expect(hooks).toEqual(HOOKS);
    expect(askedFor(/^(PUT upload|POST functions|PATCH functions|POST run|POST firestore)/)).toEqual([]);
    expect(askedFor(/^POST rules.*\/rulesets$/)).toEqual([]);
    expect(askedFor(/^POST hosting.*releases/)).toHaveLength(1);
  });

  test('with a volume in a network declares that network for service-git, and mounts', async () => {
    google.asked.length = 0;
    await copy.set({ EDITOR_VOLUME_SOURCE: 'nfs://10.0.0.2/share', EDITOR_NETWORK: 'factory' });
    const describe = 'run services describe service-git';
    const update = 'run services update service-git';
    const { code, output, gcloud } = await copy.deploy(google, {
      ...bucket,
      ...{ [describe]: { spec: {} }, [update]: {} },
    });
    if (code !== 0) throw new Error(output);
    const updated = written(/^PATCH functions/);
    expect(updated['service-git']?.serviceConfig).toMatchObject({
      directVpcNetworkInterface: [{ network: 'factory' }],
      directVpcEgress: 'VPC_EGRESS_PRIVATE_RANGES_ONLY',
    });
    expect(updated.monitor?.serviceConfig.directVpcNetworkInterface).toBeNull();
    expect(gcloud.find((line) => line.startsWith(update))).toContain('location=10.0.0.2:/share');
  });
});

describe('what the doctor warns of', () => {
  let elsewhere: Google;
  const deployTo = async (of: (to: Google) => void, more: readonly string[] = []) => {
    elsewhere = await startGoogle();
    const fresh = await copyForDeployment();
    of(elsewhere);
    const ended = await fresh.deploy(elsewhere, bucket, more).finally(() => fresh.remove());
    const isReleased = askedFor(/^POST hosting.*releases/, elsewhere).length > 0;
    await elsewhere.close();
    return { ...ended, isReleased };
  };

  test('no cleanup policy for container images: status 1, and Hosting is not released', async () => {
    const { code, output, isReleased } = await deployTo(agreed);
    expect(output).toContain('could not set up cleanup policy');
    expect([code, isReleased]).toEqual([1, false]);
  });

  test('Pub/Sub without its role, which the deployer may not give: it ends before a function is made', async () => {
    const { code, output } = await deployTo((to) => {
      prepared(to);
      to.standing.set('policy', { policy: { bindings: GRANTED.slice(0, 2) } });
    }, AGREED);
    expect(output).toContain('failed to modify the IAM policy');
    expect(code).not.toBe(0);
    expect(askedFor(/^POST functions.*functionId/, elsewhere)).toEqual([]);
  });

  test('an organization that refuses allUsers: it fails, and Hosting is not released', async () => {
    const { code, isReleased } = await deployTo((to) => {
      prepared(to);
      agreed(to);
      to.refuse(/^POST run.*services\/(?!counters).*:setIamPolicy/);
    });
    expect([code === 0, isReleased]).toEqual([false, false]);
  });
});

test('a secret that the functions may read already needs no right of the deployer', async () => {
  const [own, of] = await Promise.all([startGoogle(), copyForDeployment()]);
  prepared(own);
  agreed(own);
  own.refuse(/secrets.*:setIamPolicy/);
  await of.set({ GIT_CREDENTIALS_SECRET: 'on' });
  const refused = await of.deploy(own, bucket);
  expect(refused.code).not.toBe(0);
  expect(askedFor(/^POST hosting.*releases/, own)).toEqual([]);
  own.standing.set('policy of projects/a-project/secrets/GIT_CREDENTIALS', {
    policy: {
      bindings: [
        {
          role: 'roles/secretmanager.secretAccessor',
          members: [member],
        },
      ],
    },
  });
  own.asked.length = 0;
  const { code, output } = await of.deploy(own, bucket);
  await Promise.all([own.close(), of.remove()]);
  if (code !== 0) throw new Error(output);
  const made = askedFor(/^POST functions.*functionId=service-git/, own).map(bodyOf);
  expect(made[0]?.serviceConfig.secretEnvironmentVariables).toMatchObject([{ key: 'GIT_CREDENTIALS' }]);
});
