/** Builds openapi.yaml from the operations, their schemas and the error tables. */
import type { Operation } from '../../functions/src/common/http/operation.ts';
import type { Json } from './error-answers.ts';
import { describeError } from './error-answers.ts';
import type { Recorded } from './examples.ts';
import { type DescribedFunction, FUNCTIONS, operationId, pathOf } from './functions.ts';
import { bodyOf, parametersOf } from './parameters.ts';
import { Components, responsesOf } from './responses.ts';
import { triedOf } from './tried.ts';

export function makeDocument(version: string, examples: readonly Recorded[]): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  // Routes with the same path differ by method.
  for (const each of FUNCTIONS)
    for (const route of each.table.routes)
      paths[pathOf(each, route)] = {
        ...paths[pathOf(each, route)],
        ...Object.fromEntries(
          route.methods.map((method) => [
            method.toLowerCase(),
            operationOf(each, route, method, examples, components),
          ]),
        ),
      };
  return {
    openapi: '3.1.0',
    info: INFO(version),
    servers: SERVERS,
    tags: FUNCTIONS.map(({ table, description }) => ({
      name: table.prefix,
      description,
      // Answers for unknown paths, besides 404; the document has no other place for them.
      'x-unknown-path': describeError('route unknown', table.shape, false).schema,
    })),
    paths,
    components: {
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
      headers: HEADERS,
      securitySchemes: SECURITY,
    },
  };
}

function operationOf(
  { table, key }: DescribedFunction,
  route: Operation,
  method: string,
  examples: readonly Recorded[],
  components: Components,
): Json {
  const id = operationId(table.prefix, route, method);
  const own = examples.filter((each) => each.operation === id);
  const tried = triedOf(id, pathOf({ table, description: '' }, route));
  const query = route.bytes && method === 'GET' ? [] : parametersOf(route, tried);
  // All methods of a route take and answer the same.
  const name = capitalized(operationId(table.prefix, route, route.methods[0] as string));
  const body = method !== 'GET' ? bodyOf(name, route, components, tried?.json) : {};
  return {
    operationId: id,
    tags: [table.prefix],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.open ? [] : [{ idToken: [] }, ...(key ? [{ [key]: [] }] : [])],
    ...(query.length > 0 && { parameters: query }),
    ...body,
    responses: responsesOf({ name, route, elsewhere: table.shape, method }, own, components),
  };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const INFO = (version: string) => ({
  title: 'Sightline',
  version,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  description: `Labelled image datasets, images, monitoring sessions and the flow editor's Git.

- Every answer is JSON (but a ZIP), with \`Cache-Control: no-store\` and an \`X-Request-Id\` that is also in the log line. Errors that may be temporary (429, 503) have \`Retry-After\` in seconds.
- The shape of an error body depends on the area. A record that the caller must not know about is answered exactly like one that does not exist.
- HEAD works where GET does, but HEAD and requests that are marked as prefetch never run a route that changes anything.
- An unknown path answers 404 \`Not found\` in the shape of its function.
- A query parameter that a route does not have, or that is repeated, answers 400 and names the most similar one that it has.
- Bodies are at most 1 MB (images 30 MB, lists of images 16 MB), also after decompression; larger ones answer 413. Objects and lists can be nested at most 32 deep.
- On the local stack no credentials are needed (\`ACCESS=open\`).

This file is written by \`npm run openapi\` from the schemas that the functions validate requests with. Its examples are answers of the local stack with the sample data.`,
});

const SERVERS = [
  { url: 'http://127.0.0.1:5001/demo-sightline/us-central1', description: 'The local stack (`npm start`)' },
  {
    url: 'https://{region}-{project}.cloudfunctions.net',
    description: 'A deployment',
    variables: {
      region: { default: 'us-central1' },
      project: { default: 'my-project', description: 'The Firebase project id.' },
    },
  },
];

const HEADERS = {
  'X-Request-Id': {
    description: 'Also in the log line. If the request has a valid one, it is used.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.-]{8,64}$' },
  },
  'Cache-Control': { required: true, schema: { type: 'string', const: 'no-store' } },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  Allow: { description: 'Methods of the path.', required: true, schema: { type: 'string' } },
};

const SECURITY = {
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'Firebase ID token',
    description:
      'A Firebase ID token of a person. `owner` and `members` of the dataset or monitor define what the person may do; git routes use the claim `permissions`. A job may send an ID token of Google for its service account, whose address is a member of the dataset; its audience is `https://<region>-<project>.cloudfunctions.net`.',
  },
  deviceKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Device-Key',
    description:
      'The device key of a camera (`npm run device-key`); it may also be sent as the bearer token. It is valid for one monitor.',
  },
  datasetKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'Key of a dataset, sld_…',
    description:
      'The key of a dataset (`POST /dataset/{dataset_id}/keys`), for a job; it may also be sent as `X-Device-Key`. The job has the role of the key in this dataset, and none anywhere else.',
  },
};
