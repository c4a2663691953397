/** Checks composite indexes and settings of fields one by one; others of the project do not matter. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Deployment } from './deployment.ts';
import { type Finding, missing, ok } from './finding.ts';

interface Field {
  fieldPath: string;
  order?: string;
  arrayConfig?: string;
}

interface Index {
  fields: Field[];
}

interface FieldIndex {
  queryScope: string;
  order?: string;
  arrayConfig?: string;
}

/** As in the file. */
interface Override {
  collectionGroup: string;
  fieldPath: string;
  indexes: FieldIndex[];
  ttl?: boolean;
}

/** As gcloud lists it. */
interface FieldSettings {
  name: string;
  indexConfig?: { indexes?: (Index & { queryScope: string; state: string })[] };
  ttlConfig?: { state?: string };
}

const FILE = resolve(import.meta.dirname, '../../rules/firestore.indexes.json');

/** Firestore appends `__name__`, which makes no difference. */
const keyOf = (collection: string, { fields }: Index): string =>
  [collection, ...fields.filter(({ fieldPath }) => fieldPath !== '__name__').map(partOf)].join(' ');

const partOf = ({ fieldPath, order, arrayConfig }: Field): string => `${fieldPath}:${order ?? arrayConfig}`;

/** `counter.at COLLECTION_GROUP:ASCENDING`; `counter.tag none` for a field that is not indexed; `limit.until ttl`. */
function keysOf({ collectionGroup, fieldPath, indexes, ttl }: Override): string[] {
  const field = `${collectionGroup}.${fieldPath}`;
  const orders = indexes.map(
    ({ queryScope, ...index }) => `${field} ${queryScope}:${index.order ?? index.arrayConfig}`,
  );
  return [...(orders.length === 0 ? [`${field} none`] : orders), ...(ttl ? [`${field} ttl`] : [])];
}

function statesOf({ name, indexConfig, ttlConfig }: FieldSettings): [string, string][] {
  const [, collectionGroup = '', fieldPath = ''] =
    /collectionGroups\/([^/]+)\/fields\/(.+)$/.exec(name) ?? [];
  const indexes = indexConfig?.indexes ?? [];
  const states = indexes.flatMap(({ fields: [field], queryScope, state }) =>
    keysOf({ collectionGroup, fieldPath, indexes: [{ ...field, queryScope }] }).map(
      (key): [string, string] => [key, state],
    ),
  );
  if (indexes.length === 0) states.push([`${collectionGroup}.${fieldPath} none`, 'READY']);
  const expiring = ttlConfig?.state === 'ACTIVE' ? 'READY' : ttlConfig?.state;
  if (expiring) states.push([`${collectionGroup}.${fieldPath} ttl`, expiring]);
  return states;
}

async function readStates({ gcloud, project }: Deployment): Promise<Map<string, string>> {
  const list = (what: string) => gcloud(['firestore', 'indexes', what, 'list', `--project=${project}`]);
  const composite = (await list('composite')) as (Index & { name: string; state: string })[];
  const fields = (await list('fields')) as FieldSettings[];
  return new Map([
    ...composite.map((each): [string, string] => [
      keyOf(/collectionGroups\/([^/]+)/.exec(each.name)?.[1] ?? '', each),
      each.state,
    ]),
    ...fields.flatMap(statesOf),
  ]);
}

export async function checkIndexes(deployment: Deployment): Promise<Finding> {
  const what = 'Firestore indexes';
  const states = await readStates(deployment);
  const { indexes, fieldOverrides } = JSON.parse(await readFile(FILE, 'utf8')) as {
    indexes: (Index & { collectionGroup: string })[];
    fieldOverrides: Override[];
  };
  const wanted = [
    ...indexes.map((index) => keyOf(index.collectionGroup, index)),
    ...fieldOverrides.flatMap(keysOf),
  ];
  const ready = wanted.filter((key) => states.get(key) === 'READY').length;
  if (ready === wanted.length) return ok(what, `${ready} ready`);
  const isBuilding = wanted.some((key) => states.get(key) === 'CREATING');
  const detail = `${ready} of ${wanted.length} ready${isBuilding ? ', others are being built' : ''}`;
  const deploy = `npx firebase deploy --only firestore:indexes --project ${deployment.project}`;
  return missing(what, detail, `${deploy}, and wait until they are built`);
}
