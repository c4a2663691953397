/** Commands of datasets and versions. */
import type { DatasetType } from '../curate/records.ts';
import type { VersionOptions } from '../versions.ts';
import { type Command, jobOf, numberOf, oneOf, present, table, textOf } from './command.ts';
import { DATASET, TAGMAP } from './files.ts';

const TYPES = [
  'MULTICLASS',
  'MULTILABEL',
  'ANOMALY',
  'imageObjectDetection',
] as const satisfies DatasetType[];

export const datasets: Command = {
  name: 'datasets',
  about: 'Lists the datasets that you may see.',
  options: {},
  async run({ service }) {
    const found = await service.listDatasets({ tags: false });
    const rows = found.map(({ id, name, type, role, imageCounter }) => [
      id,
      name,
      type,
      role,
      `${imageCounter} images`,
    ]);
    return { text: table(rows), json: { datasets: found } };
  },
};

export const createDataset: Command = {
  name: 'dataset create NAME',
  about: 'Creates a dataset, and prints its id.',
  options: {
    type: { value: 'TYPE', about: TYPES.join(', '), isRequired: true },
    tags: { value: 'A,B', about: 'names of its classes' },
    id: { value: 'ID', about: 'letters and digits; random unless given' },
  },
  async run({ service, given, words: [name = ''] }) {
    const tags = textOf(given, 'tags')?.split(',');
    const id = await service.createDataset({
      ...{ name, type: oneOf(given, 'type', TYPES) as DatasetType },
      ...(tags && { tags: tags.map((each) => ({ name: each.trim() })) }),
      ...present({ id: textOf(given, 'id') }),
    });
    return { text: id, json: { id } };
  },
};

export const listVersions: Command = {
  name: 'version list',
  about: 'Lists the versions of a dataset, the last one first.',
  options: { dataset: DATASET },
  async run({ service, given }) {
    const { versions } = service.datasets(textOf(given, 'dataset') as string);
    const found = await allPages((after) => versions.list(after), 'versions');
    const rows = found.map(({ number, name, state, images }) => [
      `${number}`,
      name,
      state,
      `${images} images`,
    ]);
    return { text: table(rows), json: { versions: found } };
  },
};

/** Every page of a list. */
export async function allPages<K extends string, T>(
  read: (place: { after?: number }) => Promise<Record<K, T[]> & { next: number | null }>,
  name: K,
): Promise<T[]> {
  const all: T[] = [];
  for (let place: { after?: number } | null = {}; place; ) {
    const page: Record<K, T[]> & { next: number | null } = await read(place);
    all.push(...page[name]);
    place = page.next === null ? null : { after: page.next };
  }
  return all;
}

export const makeVersion: Command = {
  name: 'version make',
  about: 'Freezes a dataset as a version, and waits until it is ready.',
  options: {
    dataset: DATASET,
    name: { value: 'TEXT', about: 'of the version' },
    note: { value: 'TEXT', about: 'about it' },
    test: { value: 'PERCENT', about: 'of the images (10; 0 if only --validation is given)' },
    validation: { value: 'PERCENT', about: 'of the images (10; 0 if only --test is given)' },
    group: { value: 'GROUP', about: 'burst, minute, session or image: what stays in one set' },
    tagmap: TAGMAP,
    inference: { value: 'include|exclude', about: 'annotations of models that no person has accepted' },
    unchecked: { value: 'include|exclude', about: 'images without any label that nobody has checked' },
  },
  async run({ service, given, progress }) {
    const either = ['include', 'exclude'] as const;
    const options: VersionOptions = present({
      name: textOf(given, 'name'),
      note: textOf(given, 'note'),
      test: numberOf(given, 'test'),
      validation: numberOf(given, 'validation'),
      group: oneOf(given, 'group', ['burst', 'minute', 'session', 'image'] as const),
      tagmap: textOf(given, 'tagmap'),
      inference: oneOf(given, 'inference', either),
      unchecked: oneOf(given, 'unchecked', either),
    });
    const { number, hash, counts } = await service
      .datasets(textOf(given, 'dataset') as string)
      .versions.make(options, { onProgress: jobOf(progress) });
    return { text: `${number}`, json: { number, hash, counts } };
  },
};
