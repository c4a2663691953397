/** The console in a real browser, on the local stack with the sample data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Firestore } from '@google-cloud/firestore';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PROJECT_ID, REGION } from '../../emulators/stack/environment.ts';
import { type HostingOptions, startHosting } from '../../emulators/stack/hosting.ts';
import { ownerClient } from '../../emulators/stack/owner-client.ts';
import { freePort, PORTS, type StackPorts } from '../../emulators/stack/ports.ts';
import { type Stack, type StackOptions, startStack } from '../../emulators/stack/stack.ts';
import { type FirestoreTap, startFirestoreTap } from '../bench/cost/firestore-tap.ts';
import { startBrowser } from '../editor/browser.ts';
import { type FaultProxy, startProxy } from '../faults/proxy.ts';
import { type ReadTap, startReadTap } from './read-tap.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface ConsoleStage {
  browser: Browser;
  /** Address of the console, without a slash at the end. */
  address: string;
  /** Address of the functions. */
  baseUrl: string;
  ports: StackPorts;
  stack: Stack;
  /** A client with the owner's rights, for recounts. */
  firestore: Firestore;
  /** A folder of its own, for files that a page chooses. */
  folder(): Promise<string>;
  /** Between the page and each of its servers. */
  between: Between;
  /** What is read from Firestore, where the stage counts it. */
  counted: Counted | null;
  close(): Promise<void>;
}

/** Counts reads of pages, and those of the functions for them. */
interface Counted {
  pages: ReadTap;
  functions: FirestoreTap;
}

/** What a page talks to. */
const SERVERS = ['functions', 'auth', 'firestore', 'database'] as const;
export type Between = Record<(typeof SERVERS)[number], FaultProxy>;

interface StageOptions extends Pick<StackOptions, 'access' | 'env'> {
  /** Firestore's address for pages, `host:port`, asked at each connection; by default the stack's own. */
  pagesFirestore?: () => string;
  /** Counts what is read from Firestore. */
  isCounted?: boolean;
  /** Arguments of the browser. */
  browser?: readonly string[];
}

/** @param options `access`: `open`, the default here, lets tests call the functions without credentials */
export async function openConsole(given: StageOptions = {}): Promise<ConsoleStage> {
  const state = await mkdtemp(join(tmpdir(), 'sightline-console-'));
  const ports = Object.fromEntries(
    await Promise.all(Object.keys(PORTS).map(async (name) => [name, await freePort()])),
  ) as StackPorts;
  const importFrom = join(ROOT, 'emulator-data');
  const counted = given.isCounted ? await countAt(`127.0.0.1:${ports.firestore}`) : null;
  const options = counted ? countedBy(counted, given) : given;
  const between = await standBetween(ports, options);
  const hosting = await startHosting({
    ...siteBehind(ports, between),
    hasEmbedder: options.env?.EMBEDDER_URL !== undefined,
  });
  const address = `http://127.0.0.1:${hosting.port}`;
  process.env.CORS_ORIGINS = address;
  const [stack, browser] = await Promise.all([
    startStack({ ...options, ports, state, importFrom, onLog: () => {} }),
    startBrowser([], given.browser),
  ]);
  const firestore = ownerClient(PROJECT_ID, `127.0.0.1:${ports.firestore}`);
  return {
    browser,
    ports,
    address,
    baseUrl: stack.baseUrl,
    stack,
    firestore,
    between,
    counted,
    folder: () => mkdtemp(join(state, 'files-')),
    close: async () => {
      await browser.close();
      await Promise.all([firestore.terminate(), hosting.close()]);
      await Promise.all([stack.close(), ...Object.values(between).map((proxy) => proxy.close())]);
      await Promise.all([counted?.pages.close(), counted?.functions.close()]);
      await rm(state, { recursive: true, force: true });
    },
  };
}

async function countAt(address: string): Promise<Counted> {
  const [pages, functions] = await Promise.all([
    startReadTap(() => address),
    startFirestoreTap(() => address),
  ]);
  return { pages, functions };
}

const countedBy = ({ pages, functions }: Counted, options: StageOptions): StageOptions => ({
  ...options,
  pagesFirestore: () => pages.address,
  env: { ...options.env, FIRESTORE_EMULATOR_HOST: functions.address },
});

async function standBetween(ports: StackPorts, { pagesFirestore }: StageOptions): Promise<Between> {
  const targetOf = (name: keyof Between) =>
    name === 'firestore' && pagesFirestore ? pagesFirestore : () => `127.0.0.1:${ports[name]}`;
  const proxies = SERVERS.map(async (name) => [name, await startProxy(targetOf(name))]);
  return Object.fromEntries(await Promise.all(proxies)) as Between;
}

/** The console as the stack serves it, with the proxies' addresses. */
function siteBehind(ports: StackPorts, between: Between): HostingOptions {
  const seen = Object.fromEntries(SERVERS.map((name) => [name, between[name].port]));
  const baseUrl = `http://127.0.0.1:${between.functions.port}/${PROJECT_ID}/${REGION}`;
  return { ports: { ...ports, ...seen, hosting: 0 }, baseUrl, hasSamplePeople: true };
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Errors of the page, and refused requests. */
  flaws: string[];
}

/** The browser of a sample person who has signed in at an address. */
export async function signIn(
  { browser, address }: ConsoleStage,
  person: string,
  options: Parameters<Browser['newContext']>[0] = {},
  path = '/',
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    ...options,
  });
  const page = await context.newPage();
  const flaws: string[] = [];
  page.on('pageerror', (error) => flaws.push(error.message));
  page.on('response', (answer) => {
    if (answer.status() >= 400) flaws.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  await prepare(page);
  await page.goto(`${address}${path}`);
  await page.getByRole('button', { name: person, exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  return { context, page, flaws };
}

/** Goes to another page as a link does, and waits until the previous one has gone: nothing is loaded again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (address) => {
    if (address === location.pathname + location.search) return;
    const shown = () => document.querySelector('main')?.firstElementChild;
    const before = shown();
    history.pushState(null, '', address);
    while (shown() === before) await new Promise(requestAnimationFrame);
  }, path);
}
