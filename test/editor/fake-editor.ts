/**
 * The parts of the flow editor's page that commands use, without a browser: the workspace, dialogs, and a runtime whose answers a
 * test gives one by one.
 */
import type { Ajax, NotificationOptions } from '../../editor-plugin/src/editor/red.ts';

const NAMESPACE = 'node-red-contrib-sightline-git/sightline-git:';

/** Everything here goes on at once, without timers. */
const TURNS = 1_000;

/** @throws Error if it does not become true */
export async function until(isTrue: () => boolean, what = String(isTrue)): Promise<void> {
  for (let turn = 0; turn < TURNS && !isTrue(); turn++) await new Promise((done) => setImmediate(done));
  if (!isTrue()) throw new Error(`Never: ${what}`);
}

/** Only what the plugin's own element() and ask() need. */
class FakeElement {
  value = '';
  click = (): void => undefined;
  hidden = false;
  dataset: Record<string, string> = {};
  readonly #parts: unknown[] = [];
  readonly attributes: Record<string, string> = {};
  #text = '';

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }
  append(...parts: unknown[]): void {
    this.#parts.push(...parts);
  }
  addEventListener(type: string, listener: (event: object) => void): void {
    if (type === 'click') this.click = () => listener({});
  }
  closest(): null {
    return null;
  }
  querySelector(): null {
    return null;
  }
  get children(): FakeElement[] {
    return this.#parts.filter((part) => part instanceof FakeElement);
  }
  set textContent(text: string) {
    this.#text = text;
  }
  get textContent(): string {
    return [this.#text, ...this.#parts.map((part) => (part as FakeElement).textContent ?? part)].join(' ');
  }
}

/** Of an element that is in view. */
class SeeingObserver {
  readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }
}

interface Shown {
  content: FakeElement;
  options: NotificationOptions;
}

/** The keys of texts stand for the texts. */
export class FakeEditor {
  /** Names of its nodes. */
  workspace: string[] = ['as deployed'];
  version: string | null = 'first';
  isDirty = false;
  /** What people were told, in their order. */
  readonly notices: string[] = [];
  /** Flows that the runtime runs. */
  running = { flows: [{ id: 'a', type: 'tab', label: 'of the runtime' }], rev: 'second' };
  /** Called when the page asks for the flows. */
  onFlows = (): void => undefined;
  readonly #history: object[] = [];
  readonly #waiting: Ajax[] = [];
  readonly #ticks: (() => void)[] = [];
  #questions: Shown[] = [];

  /** Globals of the page. */
  install(): void {
    const globals = { RED: this.#red(), $: Object.assign((found: unknown) => found, { ajax: this.#ajax }) };
    const document = {
      createElement: () => new FakeElement(),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      activeElement: null,
      visibilityState: 'visible',
    };
    const setInterval = (tick: () => void): number => this.#ticks.push(tick);
    const window = { setTimeout: () => 0, setInterval, clearInterval: () => undefined, innerWidth: 1_000 };
    const page = { document, window, HTMLElement: FakeElement, IntersectionObserver: SeeingObserver };
    Object.assign(globalThis, globals, page);
  }

  element(): HTMLElement {
    return new FakeElement() as unknown as HTMLElement;
  }

  /** What the page does again and again. */
  tick(): void {
    for (const tick of this.#ticks) tick();
  }

  /** As a person does it: with a step to undo. */
  edit(name: string): void {
    this.workspace.push(name);
    this.#history.push({ name });
    this.isDirty = true;
  }

  /**
   * Answers the next request of this operation, once it is asked.
   * @param content an error if it has a `code`
   * @param meanwhile what happens before the answer
   */
  async answer(operation: string, content: object, meanwhile = (): void => undefined): Promise<void> {
    await until(() => this.#waiting.some(({ url }) => url === `service-git/${operation}`), operation);
    const at = this.#waiting.findIndex(({ url }) => url === `service-git/${operation}`);
    const [ajax] = this.#waiting.splice(at, 1);
    meanwhile();
    if (!('code' in content)) return ajax?.success(content);
    ajax?.error({ status: 500, responseText: JSON.stringify(content) });
  }

  /** The open question, once there is one. */
  async question(): Promise<FakeElement> {
    return (await this.#asked()).content;
  }

  /** @param label key of the button's text */
  async choose(label: string): Promise<void> {
    const { options } = await this.#asked();
    const button = options.buttons?.find(({ text }) => text === label);
    if (button === undefined) throw new Error(`The question has no ${label}`);
    button.click();
  }

  get isAsking(): boolean {
    return this.#questions.length > 0;
  }

  async #asked(): Promise<Shown> {
    await until(() => this.isAsking, 'a question');
    return this.#questions[0] as Shown;
  }

  readonly #ajax = (ajax: Ajax): void => {
    const operation = ajax.url.replace('service-git/', '');
    if (operation === 'flows') this.onFlows();
    const known = operation === 'flows' ? this.running : ANSWERS[operation];
    if (known === undefined) this.#waiting.push(ajax);
    else queueMicrotask(() => ajax.success(known));
  };

  #notify(content: FakeElement, options: NotificationOptions): { close(): void } {
    const shown = { content, options };
    if (options.modal === true) this.#questions.push(shown);
    else this.notices.push(content.textContent.trim().replaceAll(/\s+/g, ' '));
    const close = (): void => {
      this.#questions = this.#questions.filter((each) => each !== shown);
    };
    return { close };
  }

  #red(): object {
    return {
      _: (key: string) => key.replace(NAMESPACE, ''),
      comms: { subscribe: () => undefined },
      events: { on: () => undefined },
      history: { clear: () => this.#history.splice(0), peek: () => this.#history.at(-1) },
      nodes: {
        clear: () => this.workspace.splice(0),
        dirty: (state = this.isDirty) => {
          this.isDirty = state;
          return state;
        },
        import: (flows: { label: string }[]) => this.workspace.push(...flows.map(({ label }) => label)),
        version: (to = this.version) => {
          this.version = to;
          return to;
        },
      },
      notify: (content: FakeElement, options: NotificationOptions) => this.#notify(content, options),
      projects: { refresh: () => undefined },
      user: { hasPermission: () => true },
      view: { redraw: () => undefined },
      workspaces: { active: () => 0, show: () => undefined },
    };
  }
}

/** Of a project to which nothing happens. */
const ANSWERS: Record<string, object> = {
  'project-info': {},
  status: { status: { files: [], staged: [] } },
  branches: { all: [], branches: {} },
  log: { commits: [], total: 0 },
};
