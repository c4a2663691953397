/**
 * People, classes, trash, settings and sessions in the console. Credentials are looked at as in a deployment: a page that
 * shows more than somebody may do would be refused, and no answer here may be a refusal.
 * @covers Contract 9, 12: people, classes, trash, settings and sessions in the console, by role
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { startHookReceiver } from '../support/hook-receiver.ts';
import { inspectPages } from './inspect.ts';
import { addPastRefusals, addToSeveral, choose, line, told } from './people.ts';
import { type ConsoleStage, goTo, openConsole, signIn, type Visit } from './stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole({ access: 'required', env: { EMBEDDER_URL: 'http://127.0.0.1:9/' } });
}, 180_000);
afterAll(() => stage?.close());

/** Somebody's visit to a page; in the end nothing was refused or broken. */
async function visit(person: string, path: string, work: (page: Page) => Promise<void>): Promise<void> {
  const { page, flaws, context }: Visit = await signIn(stage, person, {}, path);
  await work(page);
  expect(flaws).toEqual([]);
  await context.close();
}

/** Types the name of what cannot come back, and does it. */
async function confirm(page: Page, name: string, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: verb, exact: true });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(name);
  await button.click();
  await dialog.waitFor({ state: 'detached' });
}

test('people: added by keys alone, given another role, taken out, and each undone', async () => {
  await visit('owner', '/datasets/bolts/people', async (page) => {
    await page.getByText('owner (you)').waitFor();
    await page.getByRole('button', { name: 'Add person' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('New.Colleague');
    await page.keyboard.press('Enter');
    await page.getByText('This is not an e-mail address').waitFor();
    await page.keyboard.type('@example.org');
    await page.keyboard.press('Enter');
    await line(page, 'new.colleague@example.org').waitFor();
    await told(page, 'new.colleague@example.org is invited');
    await page.keyboard.press('Control+z');
    await line(page, 'new.colleague@example.org').waitFor({ state: 'detached' });
    await choose(page, 'Role of viewer', 'Editor');
    await told(page, 'viewer is now Editor');
    await page.getByRole('button', { name: /Editor.*Role of viewer|Role of viewer.*Editor/ }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /Viewer.*Role of viewer|Role of viewer.*Viewer/ }).waitFor();
    await page.getByRole('button', { name: 'More for viewer' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await line(page, 'viewer@sightline.test').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await line(page, 'viewer@sightline.test').waitFor();
  });
});

test('somebody is added to several records at once, keeps the roles that he has, and gets a link', () =>
  visit('owner', '/datasets/castings/people', (page) => addToSeveral(page, stage.firestore)));
test('where one of several records refuses somebody, the others have them', () => addPastRefusals(stage));

test('who has an account is a member at once; who leaves is gone', async () => {
  await visit('owner', '/datasets/castings/people', async (page) => {
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByLabel('E-mail').fill('stranger@sightline.test');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await line(page, 'stranger@sightline.test').waitFor();
    expect(await page.getByRole('heading', { name: 'Invitations' }).count()).toBe(0);
  });
  await visit('stranger', '/datasets/castings/people', async (page) => {
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText('No datasets yet').waitFor();
  });
});

test('a service account is a member at once, and cannot become the owner', async () => {
  const trainer = 'trainer@parts.iam.gserviceaccount.com';
  await visit('owner', '/datasets/castings/people', async (page) => {
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByLabel('E-mail').fill(trainer);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await told(page, `${trainer} was added`);
    await page.getByRole('button', { name: `More for ${trainer}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(1);
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await line(page, trainer).waitFor({ state: 'detached' });
  });
});

describe('a monitor is handed over', () => {
  const offer = (page: Page) => page.getByRole('heading', { name: 'Offer of ownership' });
  const make = async (page: Page, to: string) => {
    await page.getByRole('button', { name: `More for ${to}` }).click();
    await page.getByRole('menuitem', { name: 'Make owner' }).click();
    await page.getByText(`Nothing changes until ${to} accepts.`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
    await offer(page).waitFor();
  };

  test('and the offer is withdrawn, or declined', async () => {
    await visit('owner', '/monitors/line-2/people', async (page) => {
      await make(page, 'editor');
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await offer(page).waitFor({ state: 'detached' });
      await make(page, 'editor');
    });
    await visit('editor', '/monitors/line-2/people', async (page) => {
      await offer(page).waitFor();
      await page.getByRole('button', { name: 'Decline' }).click();
      await offer(page).waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Add person' }).count()).toBe(0);
    });
  });

  test('and back, once the other person accepts; who has handed over keeps no control of the owner', async () => {
    for (const [from, to] of [
      ['owner', 'editor'],
      ['editor', 'owner'],
    ] as const) {
      await visit(from, '/monitors/line-2/people', async (page) => make(page, to));
      await visit(to, '/', async (page) => {
        await page.getByRole('heading', { name: 'Offered to you' }).waitFor();
        await page.getByRole('button', { name: /^Accept / }).click();
        await page.getByRole('heading', { name: 'Offered to you' }).waitFor({ state: 'detached' });
      });
      await visit(from, '/monitors/line-2/people', async (page) => {
        await page.getByRole('button', { name: 'Leave' }).waitFor();
        expect(await page.getByRole('button', { name: 'Add person' }).count()).toBe(0);
      });
    }
  });
});

describe('classes', () => {
  const classes = (page: Page) => page.getByRole('complementary').getByRole('listitem');
  const names = async (page: Page) =>
    (await classes(page).allTextContents()).map((text) => /^[a-z_ ]+/i.exec(text)?.[0]);
  const menu = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  test('made, changed, ordered and deleted, and all of it undone in turn', async () => {
    await visit('editor', '/datasets/bolts', async (page) => {
      await classes(page).first().waitFor();
      const before = await names(page);
      await page.getByRole('button', { name: 'New class' }).click();
      await page.getByLabel('Name').fill('bent');
      await page.getByLabel('Key', { exact: true }).fill('b');
      await page.locator('label', { has: page.getByRole('radio', { name: 'Violet' }) }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      const bent = classes(page).filter({ hasText: 'bent' });
      await bent.filter({ hasText: 'B' }).waitFor();
      await menu(page, 'bent', 'Move up');
      await page.waitForFunction(
        (count) => document.querySelectorAll('aside li')[count - 1]?.textContent?.startsWith('bent'),
        before.length,
      );
      await menu(page, 'bent', 'Edit');
      await page.getByLabel('Name').fill('warped');
      await page.keyboard.press('Enter');
      await classes(page).filter({ hasText: 'warped' }).waitFor();
      await menu(page, 'warped', 'Delete');
      await classes(page).filter({ hasText: 'warped' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await classes(page).filter({ hasText: 'warped' }).waitFor();
      await page.keyboard.press('Control+z');
      await classes(page).filter({ hasText: 'bent' }).waitFor();
      await page.keyboard.press('Control+z');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('aside li')].at(-1)?.textContent?.startsWith('bent'),
      );
      await page.keyboard.press('Control+z');
      await bent.waitFor({ state: 'detached' });
      expect(await names(page)).toEqual(before);
    });
  });

  test('one that is used is merged by its name, and its images have the other one', async () => {
    await visit('editor', '/datasets/castings', async (page) => {
      await classes(page).nth(1).waitFor();
      const [, second] = await names(page);
      await menu(page, String(second), 'Merge into another class');
      await page.getByRole('dialog').getByText('In use').waitFor();
      await confirm(page, String(second), 'Merge');
      await classes(page)
        .filter({ hasText: String(second) })
        .waitFor({ state: 'detached' });
    });
  });
});

test('the trash: days left, restored by keys and undone, deleted for good when asked', async () => {
  await visit('editor', '/datasets/bolts', async (page) => {
    await page.locator('[role=option] img').first().waitFor();
    await page.locator('[role=option]').first().click();
    await page
      .locator('[role=option]')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await page.keyboard.press('x');
    await told(page, '3 images moved to the trash');
    await page.getByRole('link', { name: 'Trash' }).click();
    const tiles = page.getByRole('grid').getByRole('row');
    await tiles.first().waitFor();
    expect(await tiles.count()).toBe(3);
    expect(await tiles.first().textContent()).toContain('7 days left');
    await tiles.first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('r');
    await told(page, '1 image restored');
    await page.waitForFunction(() => document.querySelectorAll('[role=row]').length === 2);
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelectorAll('[role=row]').length === 3);
    await page.getByRole('heading', { name: 'Trash' }).click();
    await page.keyboard.press('Control+a');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Delete');
    const emptied = page.waitForResponse((answer) => answer.url().includes('/trash/empty'));
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    // The page shows it before the service has done it.
    expect((await emptied).status()).toBe(200);
    await page.getByText('The trash is empty').waitFor();
  });
});

test('a dataset is renamed and back, deleted by its name, and restored from the start page', async () => {
  await visit('owner', '/datasets/parts/settings', async (page) => {
    const name = page.getByLabel('Name');
    const before = await name.inputValue();
    await name.fill('Other parts');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Other parts' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: before }).waitFor();
    await page.getByRole('button', { name: 'Delete dataset' }).click();
    await confirm(page, before, 'Delete');
    await page.getByRole('listitem').filter({ hasText: '7 days left' }).getByRole('button').click();
    await page.locator('main a[href="/datasets/parts"]').waitFor();
    await page.getByRole('heading', { name: 'Deleted datasets' }).waitFor({ state: 'detached' });
  });
});

test('a monitor: its share of review by keys, its target, its expected rate, and its sessions with who started them', async () => {
  await visit('editor', '/monitors/line-1/settings', async (page) => {
    await page.getByRole('slider').focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await told(page, '% of the frames go to review');
    await page.keyboard.press('Control+z');
    await choose(page, 'Frames go to', 'The dataset that each frame names');
    await told(page, 'Frames go to: The dataset that each frame names');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('textbox', { name: 'Expected frames per minute' }).fill('12.5');
    await page.keyboard.press('Enter');
    await told(page, 'Expected: 12.5 per minute');
    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByText('12.5 per minute', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const session = line(page, 'started by editor').first();
    await session.waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await session.getByRole('button').click();
    await session.getByText('No frames').waitFor();
    expect(page.url()).toContain('?session=');
    // What was moved a moment before the page is left is stored, too.
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.getByRole('link', { name: 'Live' }).click();
    await told(page, '100% of the frames go to review');
  });
});

test('a device key: one is made, however often the button is pressed, and revoked only after a question', async () => {
  await visit('owner', '/monitors/line-1', async (page) => {
    const keys = page.getByRole('button', { name: /^Revoke / });
    await page.getByText('A camera needs a key').waitFor();
    await page.getByRole('button', { name: 'New key' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    expect(await keys.count()).toBe(1);
    await keys.click();
    const question = page.getByRole('dialog', { name: 'Revoke' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await keys.click();
    await question.getByRole('button', { name: 'Revoke', exact: true }).click();
    await keys.waitFor({ state: 'detached' });
  });
});

test("a job's key: made for a purpose and a role, opens only its dataset, and is revoked only after a question", async () => {
  await visit('owner', '/datasets/bolts/people', async (page) => {
    await page.getByText('No program has a key').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New key' });
    const create = form.getByRole('button', { name: 'Create' });
    expect(await create.isDisabled()).toBe(true);
    await form.getByLabel('What it is for').fill('Nightly training');
    await create.click();
    const key = (await form.locator('code, pre').filter({ hasText: /^sld_/ }).textContent()) ?? '';
    const read = async (dataset: string) => {
      const headers = { authorization: `Bearer ${key.trim()}` };
      return (await fetch(`${stage.baseUrl}/dataset/${dataset}/images?limit=1`, { headers })).status;
    };
    expect([await read('bolts'), await read('castings')]).toEqual([200, 404]);
    await form.getByText(`curl -H 'Authorization: Bearer ${key.trim()}'`).waitFor();
    await form.getByRole('button', { name: 'Close' }).last().click();
    await form.waitFor({ state: 'detached' });
    await line(page, 'Nightly training').getByText('Viewer').waitFor();
    await page.getByRole('button', { name: 'Revoke Nightly training' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke' });
    await question.getByText('Programs with this key stop').waitFor();
    await question.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No program has a key').waitFor();
    await eventually(async () => expect(await read('bolts')).toBe(401));
  });
});

test('suggestions: by the model of the deployment, which other deployments do not offer, and undone', async () => {
  const suggest = async () => (await stage.firestore.doc('dataset/bolts').get()).get('suggest');
  await visit('editor', '/datasets/bolts/settings', async (page) => {
    await choose(page, 'Suggestions', 'Own model of this deployment');
    await eventually(async () => expect(await suggest()).toBe('http'));
    await told(page, 'Suggestions: Own model of this deployment');
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await suggest()).toBeUndefined());
    await page.route('**/site.json', async (route) => {
      const site = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...site, hasEmbedder: false } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Suggestions' }).click();
    await page.getByRole('option', { name: 'Built in', exact: true }).waitFor();
    // What was chosen before is offered until the page knows that it no longer is.
    await eventually(async () => expect(await page.getByRole('option').count()).toBe(2));
    await page.keyboard.press('Escape');
  });
});

test('a detector of one’s own, and how long images stay: set by the owner, and undone', async () => {
  const detector = async () => (await stage.firestore.doc('dataset/bolts').get()).get('detector');
  await visit('owner', '/datasets/bolts/settings', async (page) => {
    const field = page.getByRole('textbox', { name: 'Own detector' });
    await field.fill('https://parts.example/find');
    await page.keyboard.press('Enter');
    await told(page, 'Objects are found by https://parts.example/find');
    expect(await detector()).toBe('https://parts.example/find');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await eventually(async () => expect(await detector()).toBeUndefined());
    await eventually(async () => expect(await field.inputValue()).toBe(''));
    await page.getByRole('textbox', { name: 'Keep unlabelled images' }).fill('1');
    await page.keyboard.press('Tab');
    await page.getByText(/^\d+ images? would go into the trash tonight\.$/).waitFor();
    await page.getByRole('button', { name: 'Save' }).nth(1).click();
    await told(page, 'Unlabelled images stay for 1 day');
  });
});

test('a hook: made with a secret that is shown once, tested, its deliveries seen, changed and deleted', async () => {
  const receiver = await startHookReceiver();
  await visit('owner', '/datasets/bolts/settings', async (page) => {
    await page.getByText('No program is told of anything').waitFor();
    await page.getByRole('button', { name: 'New hook' }).click();
    const form = page.getByRole('dialog', { name: 'New hook' });
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByLabel('What it is for').fill('Night shift');
    const others = ['an import is done', 'nothing is left to review', 'a job is done', 'a job has failed'];
    for (const event of others) await form.getByText(event).click();
    await form.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of the hook' });
    receiver.secret = ((await shown.getByText(/^whsec_/).textContent()) ?? '').trim();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    const hook = line(page, 'Night shift');
    await hook
      .getByText(`${receiver.url} · a version is ready and a model’s predictions are ready`)
      .waitFor();
    const choose = async (item: string) => {
      await hook.getByRole('button', { name: 'More for Night shift' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Send a test');
    await told(page, 'The test has arrived: answer 200');
    receiver.mood = () => 500;
    await choose('Send a test');
    await told(page, 'The test has not arrived: answer 500');
    await hook.getByRole('button', { name: 'Deliveries of Night shift' }).click();
    const deliveries = page.getByRole('dialog', { name: 'Deliveries of Night shift' });
    await deliveries.getByText('answer 200').waitFor();
    await expect(deliveries.getByRole('listitem').allTextContents()).resolves.toEqual([
      expect.stringMatching(/test.*answer 500$/),
      expect.stringMatching(/test.*answer 200$/),
    ]);
    await page.keyboard.press('Escape');
    await choose('Edit hook');
    await page.getByRole('dialog', { name: 'Edit hook' }).getByLabel('What it is for').fill('Day shift');
    await page.keyboard.press('Enter');
    await line(page, 'Day shift').getByRole('button', { name: 'More for Day shift' }).click();
    await page.getByRole('menuitem', { name: 'Delete hook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No program is told of anything').waitFor();
    // Those of a monitor are told other things.
    await goTo(page, '/monitors/line-1/settings');
    await page.getByRole('button', { name: 'New hook' }).click();
    await form.getByLabel('Address').fill(receiver.url);
    for (const event of ['a session starts', 'a session ends', 'the camera is slow'])
      await form.getByText(event).click();
    await form.getByRole('button', { name: 'Create' }).click();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await line(page, receiver.url).getByText('the camera is silent and the camera is back').waitFor();
  });
  expect(receiver.received.map(({ type }) => type)).toEqual(['test']);
  await receiver.kill();
});

describe('roles', () => {
  const CONTROLS: Readonly<Record<string, readonly string[]>> = {
    '/datasets/bolts': ['New class', 'Upload images', 'Trash', 'Settings', 'More for good'],
    '/datasets/bolts/people': ['Add person', 'More for viewer', 'Leave', 'New key'],
    '/datasets/bolts/settings': ['Rename', 'New hook', 'Delete dataset'],
    '/datasets/bolts/trash': ['The trash is empty'],
    '/monitors/line-1': ['Start', 'Settings', 'New key', 'Use a phone'],
    '/monitors/line-1/people': ['Add person', 'More for viewer', 'Leave'],
    '/monitors/line-1/settings': ['Rename', 'New hook', 'Delete monitor'],
  };
  const NONE = 'Page not found';
  /** What is there when the page is whole. */
  const WHOLE: Readonly<Record<string, string>> = {
    '/datasets/bolts': '[role=option] img',
    '/datasets/bolts/people': 'main:not(:has([aria-busy=true])) ul[aria-busy=false] li',
    '/datasets/bolts/trash': 'main h2:has-text("empty")',
    // It comes with the live state, as the button for its session does.
    '/monitors/line-1': 'text=/^(Running|Stopped|Silent)$/',
    '/monitors/line-1/people': 'main:not(:has([aria-busy=true])) ul[aria-busy=false] li',
  };

  async function controlsOf(page: Page, path: string): Promise<string[]> {
    await goTo(page, path);
    const none = page.getByRole('heading', { name: NONE });
    await page
      .locator(WHOLE[path] ?? 'main h2')
      .or(none)
      .first()
      .waitFor();
    const all = [...(CONTROLS[path] ?? []), NONE];
    const found = await Promise.all(all.map((name) => isThere(page, name)));
    return all.filter((_, index) => found[index]);
  }

  async function isThere(page: Page, name: string): Promise<boolean> {
    const roles = (['button', 'link', 'heading'] as const).map((role) =>
      page.getByRole(role, { name, exact: true }).count(),
    );
    return (await Promise.all(roles)).some((count) => count > 0);
  }

  const everything = (path: string) => (CONTROLS[path] ?? []).filter((name) => name !== 'Leave');
  const OF_EDITORS: Readonly<Record<string, readonly string[]>> = {
    '/datasets/bolts/people': ['Leave'],
    '/datasets/bolts/settings': ['Rename'],
    '/monitors/line-1': ['Start', 'Settings'],
    '/monitors/line-1/people': ['Leave'],
    '/monitors/line-1/settings': ['Rename'],
  };
  const ofViewers = (path: string) =>
    /settings|trash/.test(path) ? [NONE] : path.endsWith('people') ? ['Leave'] : [];

  test.each([
    ['admin', everything],
    ['owner', everything],
    ['editor', (path: string) => OF_EDITORS[path] ?? everything(path)],
    ['viewer', ofViewers],
    ['stranger', () => [NONE]],
  ] as const)('%s is shown what they may do, and nothing else', async (person, expected) => {
    await visit(person, '/', async (page) => {
      const shown: [string, string[]][] = [];
      for (const path of Object.keys(CONTROLS)) shown.push([path, await controlsOf(page, path)]);
      expect(shown).toEqual(Object.keys(CONTROLS).map((path) => [path, [...expected(path)]]));
    });
  });
});

const PAGES = {
  '/datasets/bolts/people': 'main:not(:has([aria-busy=true])) ul[aria-busy=false] li',
  '/datasets/bolts/trash': 'main h2',
  '/datasets/bolts/settings': 'main input',
  '/monitors/line-1?session=none': 'main h2',
  '/monitors/line-1/people': 'main:not(:has([aria-busy=true])) ul[aria-busy=false] li',
  '/monitors/line-1/settings': 'main input',
};

inspectPages(() => [stage, PAGES]);
