/**
 * A thousand drawn images of three classes, from unlabelled to a version in the console: how many keys and clicks somebody needs
 * who knows the truth, and how much of it is right. Without suggestions it is one key an image.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { Random } from '../../emulators/scenes/random.ts';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { type ConsoleStage, openConsole, signIn } from '../console/stage.ts';
import { eventually } from '../support/factory.ts';
import { figure, type Row } from './row.ts';
import { shuffle } from './suggest/picture-set.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const IMAGES = 1000;
const PARALLEL = 4;
/** Labels of each class before suggestions are asked for. */
const FIRST = 20;
const CLASSES = { good: null, scratch: 'scratch', stain: 'stain' } as const;
const NAMES = Object.keys(CLASSES) as (keyof typeof CLASSES)[];
/** Of pictures that no other bench draws. */
const SEED = 7_790_000;
const DATASET = 'thousand';
/** Milliseconds: a thousand pictures are looked at. */
const LOOK = 1_200_000;
const MINUTE = 60_000;

export async function benchLabelRest(): Promise<Row[]> {
  execFileSync('npm', ['run', '-s', 'build:site'], { cwd: ROOT, stdio: 'inherit' });
  const stage = await openConsole({ env: { RATE_UPLOAD: 'off' } });
  try {
    await makeDataset(stage);
    const truth = await fill(stage);
    const person = new Person(stage, truth);
    await person.work();
    const { right, labelled } = await rightOf(stage, truth);
    const name = `label the rest: ${IMAGES} images of ${NAMES.length} classes`;
    const bar = `<= ${FIRST * NAMES.length + 90}`;
    return [
      {
        ...figure(`${name}, keys and clicks to a version`, person.acts, ''),
        ...{ reference: labelled, ratio: labelled / person.acts, bar, note: person.told.join('; ') },
      },
      { ...figure(`${name}, right of those with a class`, right / labelled, ''), bar: '>= 0.95' },
      figure(`${name}, with a class`, labelled / IMAGES, ''),
    ];
  } finally {
    await stage.close();
  }
}

async function makeDataset({ firestore }: ConsoleStage): Promise<void> {
  const like = (await firestore.doc('dataset/bolts').get()).data();
  const tags = NAMES.map((id) => ({ id, name: id, color: '', imageCounter: 0, unclassified: false }));
  const empty = { imageCounter: 0, unlabelledCounter: 0, sets: {}, name: 'Thousand', tags };
  await firestore.doc(`dataset/${DATASET}`).set({ ...like, ...empty });
  for (const tag of tags) await firestore.doc(`dataset/${DATASET}/tag/${tag.id}`).set(tag);
}

/** Sends the images, a minute between two, in no order. @returns the class by image */
async function fill({ baseUrl }: ConsoleStage): Promise<Map<string, string>> {
  const truth = new Map<string, string>();
  const classes = Array.from({ length: IMAGES }, (_, at) => NAMES[at % NAMES.length] as string);
  const todo = shuffle(classes, new Random(SEED)).entries();
  const first = Date.now() - IMAGES * MINUTE;
  const send = async () => {
    for (const [at, name] of todo) {
      const defect = CLASSES[name as keyof typeof CLASSES];
      const { jpeg } = await drawScene({ seed: SEED + at, kind: 'surface', defect });
      const query = new URLSearchParams({
        ...{ dataset: DATASET, name: `${at}.jpg`, date: String(first + at * MINUTE) },
      });
      const answer = await fetch(`${baseUrl}/monitor/line-1/image?${query}`, {
        ...{ method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(jpeg) },
      });
      const { data } = (await answer.json()) as { data: { id: string } };
      truth.set(data.id, name);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, send));
  return truth;
}

/** Somebody who knows the truth, and counts every key and click. */
class Person {
  acts = 0;
  readonly told: string[] = [];
  readonly #stage: ConsoleStage;
  readonly #truth: ReadonlyMap<string, string>;
  #page!: Page;

  constructor(stage: ConsoleStage, truth: ReadonlyMap<string, string>) {
    this.#stage = stage;
    this.#truth = truth;
  }

  async work(): Promise<void> {
    const { page, context } = await signIn(this.#stage, 'owner', {}, `/datasets/${DATASET}/rest`);
    this.#page = page;
    await this.#click(this.#button('Begin'));
    await page.getByText('There are too few labels').waitFor({ timeout: LOOK });
    await this.#labelSome();
    await page.goBack();
    await page.getByText(/would have been recognized/).waitFor({ timeout: MINUTE });
    this.told.push((await page.getByText(/would have been recognized/).textContent()) ?? '');
    await this.#click(page.getByRole('button', { name: /^Suggest, and show/ }));
    await this.#check();
    await this.#version();
    await context.close();
  }

  /** Twenty of each class, as they come in review. */
  async #labelSome(): Promise<void> {
    const left = new Map<string, number>(NAMES.map((name) => [name, FIRST]));
    await this.#click(this.#page.getByRole('link', { name: 'Label images' }));
    while ([...left.values()].some((count) => count > 0)) {
      const name = this.#truth.get(await this.#image()) ?? '';
      left.set(name, (left.get(name) ?? 0) - 1);
      await this.#press(String(NAMES.indexOf(name as keyof typeof CLASSES) + 1));
    }
  }

  async #check(): Promise<void> {
    const page = this.#page;
    const end = page.getByRole('heading', { name: /^You agree with/ });
    await page.locator('figure[data-image]').waitFor({ timeout: LOOK });
    while ((await end.count()) === 0) {
      const name = this.#truth.get(await this.#image()) ?? '';
      const isRight = (await page.locator('main aside dd').first().textContent()) === name;
      await this.#press(isRight ? 'Enter' : String(NAMES.indexOf(name as keyof typeof CLASSES) + 1));
      await page.locator('figure[data-image]').or(end).waitFor();
    }
    this.told.push((await end.textContent()) ?? '');
    await page.keyboard.press('Enter');
    this.acts += 1;
    const outcome = page.getByRole('heading', { name: /have their class now$|^Not sure enough$/ });
    await outcome.waitFor({ timeout: LOOK });
    this.told.push((await outcome.textContent()) ?? '');
  }

  async #version(): Promise<void> {
    const page = this.#page;
    await this.#click(page.getByRole('link', { name: 'Versions' }));
    await this.#click(page.getByRole('link', { name: 'New version' }));
    await this.#click(page.getByRole('button', { name: /^Create/ }));
    const versions = this.#stage.firestore.collection(`dataset/${DATASET}/version`);
    await eventually(async () => {
      const { docs } = await versions.where('state', '==', 'ready').get();
      if (docs.length === 0) throw new Error('no version is ready');
    }, MINUTE);
  }

  async #image(): Promise<string> {
    const shown = this.#page.locator('figure[data-image]');
    await shown.waitFor();
    return (await shown.getAttribute('data-image')) ?? '';
  }

  /** A key, after which another image is shown, or none. */
  async #press(key: string): Promise<void> {
    const before = await this.#image();
    this.acts += 1;
    await this.#page.keyboard.press(key);
    await this.#page.waitForFunction(
      (last) => document.querySelector<HTMLElement>('figure[data-image]')?.dataset.image !== last,
      before,
    );
  }

  async #click(what: Locator): Promise<void> {
    this.acts += 1;
    await what.first().click();
  }

  #button(name: string): Locator {
    return this.#page.getByRole('button', { name });
  }
}

async function rightOf({ firestore }: ConsoleStage, truth: ReadonlyMap<string, string>) {
  const images = firestore.collection('image').where('dataset', '==', firestore.doc(`dataset/${DATASET}`));
  const { docs } = await images.select('tag').get();
  const given = docs.flatMap((image) => (image.get('tag') ? [[image.id, image.get('tag').id] as const] : []));
  return {
    labelled: given.length,
    right: given.filter(([image, tag]) => truth.get(image) === tag).length,
  };
}
