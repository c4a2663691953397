/** A hundred images judged by keys: by one person with undo, then by two at once while the function that judges is killed. */

import type { DocumentData } from '@google-cloud/firestore';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { keysOfClasses } from '../../web/src/pages/dataset/keys-of-classes.ts';
import { eventually, picture } from '../support/factory.ts';
import { tokenOf } from '../support/people.ts';
import { published, recount } from './recount.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

/** What the page says at the end. */
const OVER = /^(\d+ reviewed|Nothing to review)/;
const DATASET = 'castings';
const IMAGES = 100;
const ALONE = 40;
const UNDONE = 20;
/** A key stroke an image, and a few slips. */
const STROKES = 1.1;

type Records = Map<string, DocumentData>;

async function ask(
  stage: ConsoleStage,
  method: string,
  path: string,
  body?: Buffer | object,
): Promise<unknown> {
  const isBytes = Buffer.isBuffer(body);
  const answer = await fetch(`${stage.baseUrl}${path}`, {
    method,
    headers: {
      // Signed in after the stack made the account, which may be a moment ago.
      authorization: `Bearer ${tokenOf('owner', 'demo-sightline', { auth_time: Math.floor(Date.now() / 1000) })}`,
      'content-type': isBytes ? 'image/jpeg' : 'application/json',
    },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

async function recordsOf({ firestore }: ConsoleStage): Promise<Records> {
  const dataset = firestore.doc(`dataset/${DATASET}`);
  const { docs } = await firestore.collection('image').where('dataset', '==', dataset).get();
  return new Map(docs.map((record) => [record.id, record.data()]));
}

/** All of them in review. @returns the records as the reviewers find them */
async function fillReview(stage: ConsoleStage): Promise<Records> {
  for (let number = (await recordsOf(stage)).size; number < IMAGES; number += 1)
    await ask(
      stage,
      'POST',
      `/monitor/line-1/image?dataset=${DATASET}&name=${number}.jpg`,
      await picture(number),
    );
  const changes = [...(await recordsOf(stage)).keys()].map((image) => ({ image, decision: 'review' }));
  await ask(stage, 'PATCH', `/dataset/${DATASET}/images`, { changes });
  return recordsOf(stage);
}

/** One person at the keyboard, and what was decided. */
class Reviewer {
  readonly uid: string;
  readonly #page: Page;
  readonly #keys: readonly (readonly [tag: string, key: string])[];
  /** Tag by image. */
  readonly given = new Map<string, string>();
  strokes = 0;

  constructor(uid: string, page: Page, keys: ReadonlyMap<string, string>) {
    this.uid = uid;
    this.#page = page;
    this.#keys = [...keys];
  }

  /** The image in front; null when there is none for this person. */
  front(): Promise<string | null> {
    return this.#page.evaluate(() => document.querySelector('figure')?.dataset.image ?? null);
  }

  /** Null while nothing is there yet. */
  async judge(): Promise<string | null> {
    const image = await this.front();
    if (image === null) return null;
    const [tag, key] = this.#keys[this.strokes % this.#keys.length] as readonly [string, string];
    await this.#press(key, image);
    this.given.set(image, tag);
    return image;
  }

  async undo(): Promise<string | null> {
    await this.#press('z', await this.shown());
    return this.front();
  }

  /** The image in front, waited for where the next page of the list is on its way. */
  async shown(): Promise<string> {
    await this.#page.waitForSelector('figure[data-image]');
    return (await this.front()) ?? '';
  }

  async #press(key: string, image: string): Promise<void> {
    this.strokes += 1;
    await this.#page.keyboard.press(key);
    await this.#page.waitForFunction(
      (before) => (document.querySelector('figure')?.dataset.image ?? '') !== before,
      image,
    );
  }
}

/** Who has claimed an image, by uid. */
export async function claimant(
  { ports, stack }: ConsoleStage,
  dataset: string,
  image: string | null,
): Promise<string | undefined> {
  const address = `http://127.0.0.1:${ports.database}/claim/${dataset}/${image}/by.json?ns=${stack.database}`;
  const answer = await fetch(address, { headers: { authorization: 'Bearer owner' } });
  return (await answer.json()) ?? undefined;
}

/**
 * Two people at once, until neither has anything left. A key is pressed as soon as the image in front is claimed, which takes
 * less time than looking at it: a claim that has not arrived keeps nobody else away.
 * @param onDecided called with how many both have decided
 */
async function together(
  stage: ConsoleStage,
  pages: readonly Page[],
  reviewers: readonly Reviewer[],
  onDecided: (count: number) => void,
) {
  const judged = reviewers.map(() => new Set<string>());
  const isOver = (page: Page) => page.getByRole('heading', { name: OVER }).isVisible();
  const work = reviewers.map(async (reviewer, at) => {
    while (!(await isOver(pages[at] as Page))) {
      if ((await claimant(stage, DATASET, await reviewer.front())) !== reviewer.uid) continue;
      const image = await reviewer.judge();
      if (image === null) continue;
      judged[at]?.add(image);
      onDecided(judged.reduce((sum, { size }) => sum + size, 0));
    }
  });
  await Promise.all(work);
  return judged;
}

export async function reviewHundred(stage: ConsoleStage): Promise<void> {
  const before = await fillReview(stage);
  expect(before.size).toBe(IMAGES);
  const tags = (await stage.firestore.doc(`dataset/${DATASET}`).get()).get('tags') as {
    id: string;
    key: string;
  }[];
  const keys = keysOfClasses(tags.map(({ id, key = '' }) => ({ id, key })));
  const path = `/datasets/${DATASET}/review`;
  const [editor, owner] = await Promise.all([signIn(stage, 'editor', {}, path), signIn(stage, 'owner')]);
  await editor.page.waitForSelector('figure[data-image]');
  const first = new Reviewer('editor', editor.page, keys);
  const alone: string[] = [];
  for (let count = 0; count < ALONE; count += 1) {
    await first.shown();
    alone.push((await first.judge()) ?? '');
  }
  expect(new Set(alone).size).toBe(ALONE);
  expect(first.strokes / ALONE).toBeLessThanOrEqual(STROKES);
  // What was not sent yet is dropped by an undo; these are sent, so that each has its revisions.
  await eventually(async () => {
    const records = await recordsOf(stage);
    for (const id of alone) expect(records.get(id)?.set).not.toBe('REVIEW');
  });
  const undone: (string | null)[] = [];
  for (let count = 0; count < UNDONE; count += 1) undone.push(await first.undo());
  expect(undone).toEqual(alone.slice(-UNDONE).toReversed());
  await eventually(async () => {
    const records = await recordsOf(stage);
    for (const id of undone)
      expect(records.get(id ?? '')).toMatchObject({ set: 'REVIEW', tag: before.get(id ?? '')?.tag });
  });

  await goTo(owner.page, path);
  const second = new Reviewer('owner', owner.page, keys);
  await owner.page.waitForSelector('figure[data-image]');
  // The editor's claims are seen: the owner begins elsewhere.
  await eventually(async () => expect(await second.front()).not.toBe(await first.front()));
  let killed: Promise<void> | undefined;
  const [one, two] = await together(stage, [editor.page, owner.page], [first, second], (count) => {
    if (count >= 25) killed ??= stage.stack.kill('dataset');
  });
  await killed;

  expect([...(one ?? [])].filter((id) => two?.has(id))).toEqual([]);
  expect((one?.size ?? 0) + (two?.size ?? 0)).toBe(IMAGES - ALONE + UNDONE);
  expect(Math.min(one?.size ?? 0, two?.size ?? 0)).toBeGreaterThan(5);
  // Nothing is lost, nothing is done twice: each record has the decision of its last key, and one revision for each.
  await eventually(async () => {
    const records = await recordsOf(stage);
    for (const [id, record] of records) {
      const by = two?.has(id) ? 'owner' : 'editor';
      const tag = (two?.has(id) ? second : first).given.get(id);
      const steps = undone.includes(id) ? 3 : 1;
      expect([id, record.tag?.id, record.review.by, record.set === 'REVIEW', record.revision]).toEqual([
        id,
        tag,
        by,
        false,
        Number(before.get(id)?.revision) + steps,
      ]);
    }
  });
  await eventually(async () =>
    expect(await published(stage.firestore, DATASET)).toEqual(await recount(stage.firestore, DATASET)),
  );
  for (const { page, flaws, context } of [editor, owner]) {
    await page.getByRole('heading', { name: OVER }).waitFor();
    await page.getByRole('link', { name: 'Back to the dataset' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `${IMAGES} images` })
      .waitFor();
    // Only the killed function was away for a moment.
    expect(flaws.filter((flaw) => !/^50[23] (PATCH|GET|POST \S+\/links$)/.test(flaw))).toEqual([]);
    await context.close();
  }
}
