/** Checks composite indexes one by one; other indexes of the project do not matter. */
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

const FILE = resolve(import.meta.dirname, '../../rules/firestore.indexes.json');

/** Firestore appends `__name__`, which makes no difference. */
const keyOf = (collection: string, { fields }: Index): string =>
  [collection, ...fields.filter(({ fieldPath }) => fieldPath !== '__name__').map(partOf)].join(' ');

const partOf = ({ fieldPath, order, arrayConfig }: Field): string => `${fieldPath}:${order ?? arrayConfig}`;

export async function checkIndexes({ gcloud, project }: Deployment): Promise<Finding> {
  const what = 'Firestore indexes';
  const listed = (await gcloud([
    'firestore',
    'indexes',
    'composite',
    'list',
    `--project=${project}`,
  ])) as (Index & {
    name: string;
    state: string;
  })[];
  const states = new Map(
    listed.map((each) => [keyOf(/collectionGroups\/([^/]+)/.exec(each.name)?.[1] ?? '', each), each.state]),
  );
  const { indexes } = JSON.parse(await readFile(FILE, 'utf8')) as {
    indexes: (Index & { collectionGroup: string })[];
  };
  const wanted = indexes.map((index) => keyOf(index.collectionGroup, index));
  const ready = wanted.filter((key) => states.get(key) === 'READY').length;
  if (ready === wanted.length) return ok(what, `${ready} ready`);
  const isBuilding = wanted.some((key) => states.get(key) === 'CREATING');
  const detail = `${ready} of ${wanted.length} ready${isBuilding ? ', others are being built' : ''}`;
  const deploy = `npx firebase deploy --only firestore:indexes --project ${project}`;
  return missing(what, detail, `${deploy}, and wait until they are built`);
}
