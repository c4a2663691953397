/** Types for the parts of the editor's global `RED` and `$` that the nodes use (Node-RED 2.2 to 5). */
export interface EditorNode {
  id: string;
  name?: string;
  monitor?: string;
  /** A text of the nodes' catalogue. */
  _(key: string): string;
}

export interface Property {
  value: string | boolean;
  type?: string;
  required?: boolean;
  validate?: (value: string) => boolean;
}

export interface Definition {
  category: string;
  defaults: Record<string, Property>;
  credentials?: Record<string, { type: 'password' }>;
  color?: string;
  icon?: string;
  inputs?: number;
  outputs?: number;
  inputLabels?: (this: EditorNode) => string;
  outputLabels?: (this: EditorNode, index: number) => string;
  paletteLabel?: (this: EditorNode) => string;
  label(this: EditorNode): string;
  labelStyle?: (this: EditorNode) => string;
  oneditprepare?: (this: EditorNode) => void;
}

export interface Ajax {
  url: string;
  type: 'POST';
  contentType: string;
  data: string;
  success(content: { findings: Finding[] }): void;
  error(failure: { status: number; responseText?: string }): void;
}

export interface Finding {
  check: string;
  outcome: 'works' | 'fails' | 'unknown';
  reason?: string;
}

declare global {
  const RED: { nodes: { registerType(type: string, definition: Definition): void } };
  const $: { ajax(options: Ajax): void };
}
