/** Types for the parts of the editor's global `RED` and `$` that the plugin uses (Node-RED 2.0 to 5). */
export interface Wrapped {
  append(content: unknown): Wrapped;
  width(): number;
}

export interface AjaxFailure {
  status: number;
  responseText?: string;
}

export interface Ajax {
  url: string;
  type: 'GET' | 'POST';
  headers: Record<string, string>;
  contentType?: string;
  data?: string;
  cache: false;
  success(content: unknown): void;
  error(failure: AjaxFailure): void;
}

export interface Notification {
  close(): void;
}

export interface NotificationOptions {
  type?: 'success' | 'warning' | 'error' | 'compact';
  modal?: boolean;
  fixed?: boolean;
  timeout?: number;
  width?: number;
  buttons?: { text: string; class?: string; click: () => void }[];
}

export interface Panel {
  show(options: {
    target: Wrapped;
    align?: 'left' | 'right';
    offset?: [number, number];
    onclose?: () => void;
  }): void;
  hide(dispose?: boolean): void;
}

export interface EditorRed {
  _(key: string, values?: Record<string, unknown>): string;
  actions: {
    add(name: string, handler: () => void, options?: { label: string }): void;
    invoke(name: string): void;
  };
  comms: { subscribe(topic: string, listener: (topic: string, message: unknown) => void): void };
  events: { on(name: string, listener: (event: { dirty?: boolean }) => void): void };
  history: { clear(): void; peek(): object | undefined };
  nodes: {
    clear(): void;
    dirty(): boolean;
    dirty(state: boolean): void;
    import(flows: object[]): void;
    version(): string | null;
    version(revision: string | null): void;
    node(id: string): object | null;
  };
  notify(content: unknown, options: NotificationOptions): Notification;
  plugins: { registerPlugin(id: string, definition: { type: string; onadd: () => void }): void };
  popover: {
    panel(content: Wrapped): Panel;
    tooltip(target: Wrapped, text: string | (() => string)): unknown;
  };
  projects: { refresh(done: () => void): void };
  sidebar: {
    addTab(options: {
      id: string;
      label: string;
      name: string;
      content: Wrapped;
      iconClass: string;
      enableOnEdit: boolean;
      action: string;
      onchange?: () => void;
    }): void;
    show(id: string): void;
  };
  user: { hasPermission(permission: string): boolean };
  view: { redraw(all: boolean): void; reveal(id: string): void };
  workspaces: { active(): string | 0; show(id: string): void };
  i18n: { lang?(): string };
}

declare global {
  const RED: EditorRed;
  const $: ((target: Element | string) => Wrapped) & { ajax(options: Ajax): void };
}
