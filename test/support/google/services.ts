/** The services that a deployment calls, as far as it uses them: their routes, and the variable that redirects each. */

export interface Asked {
  service: string;
  method: string;
  /** Includes the query. */
  path: string;
  body: Buffer;
}

/** Resources of the project by name. */
export type Standing = Map<string, Record<string, unknown>>;

export interface Answer {
  status?: number;
  json?: unknown;
  headers?: Record<string, string>;
}

export interface Question extends Asked {
  groups: string[];
  standing: Standing;
  /** Base address of the fake. */
  base: string;
}

type Route = [method: string, path: RegExp, answer: (question: Question) => Answer];

export interface Service {
  /** Variable in the command line's environment. */
  variable: string;
  routes: readonly Route[];
}

/** The answer to writing a resource: the resource itself. */
function keep({ standing, body }: Question, name: string): Record<string, unknown> {
  const resource = { ...standing.get(name), ...parse(body), name };
  standing.set(name, resource);
  return resource;
}

const parse = (body: Buffer): Record<string, unknown> => JSON.parse(body.toString() || '{}');

const ok = (json: unknown): Answer => ({ json });
/** A long-running operation that is already done. */
function done({ standing }: Question, response: unknown): Answer {
  const name = `operations/${standing.size}`;
  standing.set(name, { name, done: true, response });
  return ok({ name });
}

const under = (standing: Standing, prefix: string): unknown[] =>
  [...standing].filter(([name]) => name.startsWith(prefix)).map(([, resource]) => resource);

const found = ({ standing }: Question, name: string): Answer => {
  const resource = standing.get(name);
  return resource
    ? ok(resource)
    : { status: 404, json: { error: { code: 404, status: 'NOT_FOUND', message: name } } };
};

const NUMBER = '1234';
const PROJECT = 'a-project';

const service = (variable: string, routes: readonly Route[] = []): Service => ({ variable, routes });

export const SERVICES: Record<string, Service> = {
  token: service('FIREBASE_TOKEN_URL', [
    ['POST', /token$/, () => ok({ access_token: 'a-token', expires_in: 3600, token_type: 'Bearer' })],
  ]),
  firebase: service('FIREBASE_API_URL', [
    [
      'GET',
      /projects\/[^/]+$/,
      () =>
        ok({
          projectId: PROJECT,
          projectNumber: NUMBER,
          state: 'ACTIVE',
          resources: { hostingSite: PROJECT, realtimeDatabaseInstance: `${PROJECT}-default-rtdb` },
        }),
    ],
    [
      'GET',
      /adminSdkConfig$/,
      () =>
        ok({
          projectId: PROJECT,
          storageBucket: `${PROJECT}.firebasestorage.app`,
          databaseURL: `https://${PROJECT}-default-rtdb.firebaseio.com`,
        }),
    ],
  ]),
  resourcemanager: service('FIREBASE_RESOURCEMANAGER_URL', [
    ['POST', /:testIamPermissions$/, ({ body }) => ok(parse(body))],
    ['GET', /projects\/[^/]+$/, () => ok({ projectId: PROJECT, projectNumber: NUMBER })],
    [
      'POST',
      /:getIamPolicy$/,
      ({ standing }) => ok(standing.get('policy')?.policy ?? { bindings: [], etag: 'e' }),
    ],
    ['POST', /:setIamPolicy$/, (question) => ok(keep(question, 'policy').policy)],
  ]),
  serviceusage: service('FIREBASE_SERVICE_USAGE_URL', [
    ['GET', /services\/[^/]+$/, () => ok({ state: 'ENABLED' })],
    ['POST', /:generateServiceIdentity$/, () => ok({ done: true })],
  ]),
  iam: service('FIREBASE_IAM_URL'),
  cloudbilling: service('FIREBASE_CLOUDBILLING_URL', [
    ['GET', /billingInfo$/, () => ok({ billingEnabled: true })],
  ]),
  extensions: service('FIREBASE_EXT_URL', [['GET', /instances$/, () => ok({ instances: [] })]]),
  runtimeconfig: service('FIREBASE_RUNTIMECONFIG_URL', [['GET', /configs$/, () => ok({})]]),
  functions1: service('FIREBASE_FUNCTIONS_URL', [['GET', /functions$/, () => ok({})]]),
  functions: service('FIREBASE_FUNCTIONS_V2_URL', [
    [
      'GET',
      /\/v2\/(projects\/[^/]+\/locations)\/-\/functions$/,
      ({ standing, groups: [prefix] }) =>
        ok({
          functions: under(standing, `${prefix}/`).filter((each) => 'serviceConfig' in (each as object)),
        }),
    ],
    ['GET', /\/v2\/(operations\/\d+)$/, (question) => found(question, question.groups[0] as string)],
    [
      'POST',
      /functions:generateUploadUrl$/,
      ({ base }) =>
        ok({
          uploadUrl: `${base}/upload/source.zip`,
          storageSource: { bucket: 'sources', object: 'source.zip' },
        }),
    ],
    [
      'POST',
      /\/v2\/(.*\/functions)$/,
      (question) => done(question, deployed(question, String(parse(question.body).name))),
    ],
    [
      'PATCH',
      /\/v2\/(.*\/functions\/[^/]+)$/,
      (question) => done(question, deployed(question, question.groups[0] as string)),
    ],
  ]),
  upload: service('SIGHTLINE_UPLOADS', [['PUT', /source\.zip$/, () => ok({})]]),
  run: service('CLOUD_RUN_URL', [
    ['GET', /\/v[12]\/(.*\/services\/[^/]+):getIamPolicy$/, (question) => policyOf(question)],
    ['POST', /\/v[12]\/(.*\/services\/[^/]+):setIamPolicy$/, (question) => policySet(question)],
    ['GET', /\/v[12]\/(.*\/services\/[^/]+)$/, (question) => found(question, question.groups[0] as string)],
  ]),
  runapi: service('CLOUD_RUN_API_URL'),
  compute: service('COMPUTE_URL', [
    [
      'GET',
      /projects\/[^/]+$/,
      () => ok({ defaultServiceAccount: `${NUMBER}-compute@developer.gserviceaccount.com` }),
    ],
  ]),
  cloudbuild: service('FIREBASE_CLOUDBUILD_URL'),
  scheduler: service('FIREBASE_CLOUDSCHEDULER_URL', [
    ['GET', /\/v1\/(.*\/jobs\/[^/]+)$/, (question) => found(question, question.groups[0] as string)],
    ['POST', /jobs$/, (question) => ok(keep(question, String(parse(question.body).name)))],
    ['PATCH', /\/v1\/(.*\/jobs\/[^/]+)$/, (question) => ok(keep(question, question.groups[0] as string))],
  ]),
  artifacts: service('ARTIFACT_REGISTRY_DOMAIN', [
    ['GET', /\/v1\/(.*\/repositories\/[^/]+)$/, (question) => found(question, question.groups[0] as string)],
  ]),
  pubsub: service('FIREBASE_PUBSUB_URL'),
  eventarc: service('EVENTARC_URL'),
  secrets: service('CLOUD_SECRET_MANAGER_URL', [
    ['GET', /\/v1\/(.*\/secrets\/[^/]+):getIamPolicy$/, (question) => policyOf(question)],
    ['POST', /\/v1\/(.*\/secrets\/[^/]+):setIamPolicy$/, (question) => policySet(question)],
    [
      'GET',
      /\/v1\/(.*\/secrets\/[^/]+\/versions)\/[^/]+$/,
      ({ groups: [versions] }) => ok({ name: `${versions}/1`, state: 'ENABLED' }),
    ],
    ['GET', /\/v1\/(.*\/secrets\/[^/]+)$/, ({ groups: [name] }) => ok({ name, replication: {} })],
  ]),
  storage: service('FIREBASE_STORAGE_URL'),
  buckets: service('FIREBASE_FIREBASESTORAGE_URL', [
    [
      'GET',
      /defaultBucket$/,
      () => ok({ bucket: { name: `projects/${NUMBER}/buckets/${PROJECT}.firebasestorage.app` } }),
    ],
  ]),
  firestore: service('FIRESTORE_URL', [
    ['GET', /databases\/[^/]+$/, () => ok({ type: 'FIRESTORE_NATIVE', locationId: 'us-central1' })],
    [
      'GET',
      /\/v1\/(.*)\/collectionGroups\/-\/indexes$/,
      ({ standing, groups: [database] }) =>
        ok({
          indexes: under(standing, `${database}/collectionGroups/`).filter(
            (each) => 'queryScope' in (each as object),
          ),
        }),
    ],
    [
      'GET',
      /\/v1\/(.*)\/collectionGroups\/-\/fields$/,
      ({ standing, groups: [database] }) =>
        ok({
          fields: under(standing, `${database}/collectionGroups/`).filter(
            (each) => !('queryScope' in (each as object)),
          ),
        }),
    ],
    [
      'POST',
      /\/v1\/(.*\/indexes)$/,
      (question) => ok({ name: 'operations/index', response: built(question) }),
    ],
    [
      'PATCH',
      /\/v1\/(.*\/fields\/[^/]+)$/,
      (question) => ok({ name: 'operations/field', response: keep(question, question.groups[0] as string) }),
    ],
  ]),
  rules: service('FIREBASE_RULES_URL', [
    ['POST', /:test$/, () => ok({})],
    [
      'GET',
      /\/v1\/(projects\/[^/]+\/releases)$/,
      ({ standing, groups: [prefix] }) => ok({ releases: under(standing, `${prefix}/`) }),
    ],
    [
      'GET',
      /\/v1\/(projects\/[^/]+\/rulesets\/[^/]+)$/,
      (question) => found(question, question.groups[0] as string),
    ],
    [
      'POST',
      /\/v1\/(projects\/[^/]+\/rulesets)$/,
      (question) => ok(keep(question, `${question.groups[0]}/${question.standing.size}`)),
    ],
    ['POST', /releases$/, (question) => ok(keep(question, String(parse(question.body).name)))],
    ['PATCH', /\/v1\/(projects\/[^/]+\/releases\/.+)$/, (question) => ok(released(question))],
  ]),
  database: service('FIREBASE_REALTIME_URL', [['PUT', /rules\.json$/, () => ok({ status: 'ok' })]]),
  instances: service('FIREBASE_RTDB_MANAGEMENT_URL', [
    [
      'GET',
      /instances\/([^/]+)$/,
      ({ groups: [instance] }) =>
        ok({
          name: `projects/${NUMBER}/locations/us-central1/instances/${instance}`,
          type: 'DEFAULT_DATABASE',
          state: 'ACTIVE',
          databaseUrl: `https://${instance}.firebaseio.com`,
        }),
    ],
  ]),
  hosting: service('FIREBASE_HOSTING_API_URL', [
    [
      'GET',
      /sites$/,
      () =>
        ok({
          sites: [
            {
              name: `projects/${PROJECT}/sites/${PROJECT}`,
              type: 'DEFAULT_SITE',
              defaultUrl: `https://${PROJECT}.web.app`,
            },
          ],
        }),
    ],
    [
      'GET',
      /\/v1beta1\/(.*\/sites\/[^/]+)$/,
      ({ groups: [name] }) => ok({ name, type: 'DEFAULT_SITE', defaultUrl: `https://${PROJECT}.web.app` }),
    ],
    [
      'POST',
      /\/v1beta1\/(.*\/versions)$/,
      (question) => ok(keep(question, `${question.groups[0]}/${question.standing.size}`)),
    ],
    [
      'POST',
      /\/(sites\/[^/]+\/versions\/[^/]+|projects\/.*\/versions\/[^/]+):populateFiles$/,
      ({ body, base }) =>
        ok({
          uploadRequiredHashes: Object.values(parse(body).files as object),
          uploadUrl: `${base}/hosting/upload`,
        }),
    ],
    ['POST', /upload\/\w+$/, () => ok({})],
    [
      'PATCH',
      /\/v1beta1\/(.*\/versions\/[^/]+)$/,
      (question) => ok(keep(question, question.groups[0] as string)),
    ],
    ['POST', /releases$/, (question) => ok(keep(question, `release ${question.standing.size}`))],
  ]),
  tasks: service('FIREBASE_CLOUD_TAKS_URL', [
    ['GET', /\/v2\/(.*\/queues\/[^/]+)$/, (question) => found(question, question.groups[0] as string)],
    ['POST', /queues$/, (question) => ok(keep(question, String(parse(question.body).name)))],
    ['PATCH', /\/v2\/(.*\/queues\/[^/]+)$/, (question) => ok(keep(question, question.groups[0] as string))],
  ]),
  identity: service('FIREBASE_IDENTITY_URL'),
  auth: service('FIREBASE_AUTHPROXY_URL'),
  logging: service('FIREBASE_CLOUDLOGGING_URL'),
};

/** A function after its operation is done. */
function deployed(question: Question, name: string): unknown {
  const repository = name.replace(/\/functions\/.*/, '/repositories/gcf-artifacts');
  // The service creates it for the first function, without a cleanup policy.
  if (!question.standing.has(repository)) question.standing.set(repository, { name: repository });
  const { serviceConfig = {} } = keep(question, name) as { serviceConfig?: Record<string, unknown> };
  const service = name.replace('/functions/', '/services/');
  const resource = {
    ...question.standing.get(name),
    name,
    state: 'ACTIVE',
    environment: 'GEN_2',
    url: `https://${name.split('/').at(-1)}.run.app`,
    serviceConfig: { ...serviceConfig, service, uri: `https://${name.split('/').at(-1)}.run.app` },
  };
  question.standing.set(name, resource);
  return resource;
}

const policyOf = ({ standing, groups: [name] }: Question): Answer =>
  ok(standing.get(`policy of ${name}`)?.policy ?? { bindings: [], etag: 'e' });

const policySet = (question: Question): Answer =>
  ok(keep(question, `policy of ${question.groups[0]}`).policy);

/** A release is updated as a whole: `{release: {...}}`. */
function released(question: Question): unknown {
  const { release } = parse(question.body) as { release: { name: string } };
  const createTime = '2026-11-22T00:00:00Z';
  return keep({ ...question, body: Buffer.from(JSON.stringify({ ...release, createTime })) }, release.name);
}

/** The service adds the document's name to each index, in the order of the last field. */
function built(question: Question): unknown {
  const { fields, ...rest } = parse(question.body) as { fields: { order?: string }[] };
  const { order = 'ASCENDING' } = fields.at(-1) ?? {};
  const index = {
    ...rest,
    fields: [...fields, { fieldPath: '__name__', order }],
    state: 'READY',
  };
  const name = `${question.groups[0]}/${question.standing.size}`;
  return keep({ ...question, body: Buffer.from(JSON.stringify(index)) }, name);
}
