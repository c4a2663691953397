/**
 * Pages and links of a dataset: who causes reads, and how often a signing key is derived (Contract 9).
 * @covers Contract 9 GET images: who causes reads, and how often a key is derived
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '../../functions/src/common/access/caller.ts';
import { imageLists } from '../../functions/src/common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import type { Dataset } from '../../functions/src/common/model.ts';
import { linkImages } from '../../functions/src/dataset/curate/link-images.ts';
import { readIfPermitted } from '../../functions/src/dataset/prefetch-dataset.ts';
import { datasetRecord } from '../support/dataset-record.ts';
import { standIn } from '../support/stand-in.ts';

const access = process.env.ACCESS;
beforeAll(() => {
  process.env.ACCESS = 'required';
});
afterAll(() => {
  if (access === undefined) delete process.env.ACCESS;
  else process.env.ACCESS = access;
});

const person = (uid: string): Caller => ({ kind: 'person', uid, admin: false, permissions: [] });

/** A dataset with one viewer, and what was read of it, in order. */
function makeDataset(id: string) {
  const steps: string[] = [];
  const members: Record<string, 'editor' | 'viewer'> = { viewer: 'viewer' };
  const own = {
    find: async (): Promise<Dataset> => {
      steps.push('dataset');
      await null;
      steps.push('judged');
      return datasetRecord({ id, name: id, members });
    },
  };
  const ask = async (caller: Caller) => {
    steps.length = 0;
    standIn({ datasets }, { datasets: own });
    return readIfPermitted({ dataset: id, caller }, 'viewer', async (dataset) => {
      steps.push('page');
      return `page of ${dataset}`;
    });
  };
  return { members, datasets: own, steps, ask };
}

test('a page is read beside the dataset for whoever was let in before, and after it for others', async () => {
  const { ask, steps } = makeDataset('one');
  expect(await ask(person('viewer'))).toBe('page of one');
  expect(steps).toEqual(['dataset', 'judged', 'page']);
  expect(await ask(person('viewer'))).toBe('page of one');
  expect(steps).toEqual(['page', 'dataset', 'judged']);
  await ask(person('owner'));
  expect(steps).toEqual(['dataset', 'judged', 'page']);
});

test('a stranger causes no read; a removed member is refused, and causes one at the most', async () => {
  const { ask, steps, members } = makeDataset('two');
  const refused = { code: 'dataset not found' };
  await ask(person('viewer'));
  for (const _ of [1, 2]) {
    await expect(ask(person('stranger'))).rejects.toMatchObject(refused);
    expect(steps).not.toContain('page');
  }
  delete members.viewer;
  await expect(ask(person('viewer'))).rejects.toMatchObject(refused);
  expect(steps).toContain('page');
  await expect(ask(person('viewer'))).rejects.toMatchObject(refused);
  expect(steps).not.toContain('page');
});

test('the key of all links is derived once; without a key each is signed by the platform', async () => {
  const three = makeDataset('three');
  const uri = (name: string) => `gs://b/dataset/three/${name}`;
  const records = ['a', 'b', 'c'].map((id) => ({
    ...{ id, dataset: id === 'c' ? 'other' : 'three', uri: uri(`${id}.jpg`) },
    masks: [{ tag: 't', uri: uri(`${id}.png`) }],
  }));
  const byIds = async function* () {
    yield records;
  };
  let derived = 0;
  const bucket = (hasKey: boolean) => ({
    nameOf: (full: string) => full.slice('gs://b/'.length),
    links: () => {
      derived += 1;
      return hasKey ? (name: string) => `key:${name}` : null;
    },
    link: async (name: string) => `platform:${name}`,
  });
  const ask = { dataset: 'three', caller: person('owner'), images: ['a', 'b', 'c'] };
  for (const [hasKey, by] of [
    [true, 'key'],
    [false, 'platform'],
  ] as const) {
    derived = 0;
    const others = { datasets: three.datasets, imageLists: { byIds }, objects: bucket(hasKey) };
    standIn({ datasets, imageLists, objects }, others);
    const { links } = await linkImages(ask);
    expect(derived).toBe(1);
    expect(links).toEqual(
      Object.fromEntries(
        ['a', 'b'].map((id) => [
          id,
          {
            url: `${by}:dataset/three/${id}.jpg`,
            masks: [{ tag: 't', url: `${by}:dataset/three/${id}.png` }],
          },
        ]),
      ),
    );
  }
});
