/** Writes a flow file in the layout of another one. Pure. */
import type { FlowNode } from './flow.ts';
import { type JsonText, parseJsonText } from './json-text.ts';

interface Layout {
  before: string;
  between: string;
  after: string;
  /** Indentation per level; '' if each node is on one line. */
  indent: string;
  newline: string;
}

/**
 * @param like a flow file whose layout is used; nodes with the same text there are kept verbatim.
 * @param other used if `like` has no node that shows a layout
 */
export function writeFlow(nodes: readonly FlowNode[], like: string, other: string): string {
  const layout = layoutOf(like) ?? layoutOf(other) ?? DEFAULT;
  if (nodes.length === 0) return `[]${like.slice(like.trimEnd().length)}`;
  const asWritten = new Set(itemsOf(like).map(({ text }) => text));
  const texts = nodes.map(({ json }) => (asWritten.has(json.text) ? json.text : print(json, layout, 1)));
  return layout.before + texts.join(layout.between) + layout.after;
}

function itemsOf(text: string): readonly JsonText[] {
  const json = parseJsonText(text);
  return json?.kind === 'array' ? json.items : [];
}

const DEFAULT: Layout = { before: '[', between: ',', after: ']', indent: '', newline: '' };

function layoutOf(text: string): Layout | undefined {
  const json = parseJsonText(text);
  const [first, second] = json?.kind === 'array' ? json.spans : [];
  const last = json?.kind === 'array' ? json.spans.at(-1) : undefined;
  if (first === undefined || last === undefined) return undefined;
  const before = text.slice(0, first.start);
  const blanks = before.slice(before.indexOf('[') + 1);
  const between = second === undefined ? `,${blanks}` : text.slice(first.end, second.start);
  const [, newline = '', indent = ''] = /(\r?\n)([ \t]+)$/.exec(blanks) ?? [];
  return { before, between, after: text.slice(last.end), indent, newline };
}

/** Like JSON.stringify, but every scalar keeps its text. */
function print(value: JsonText, layout: Layout, level: number): string {
  if (value.kind === 'array')
    return enclose(
      '[',
      value.items.map((item) => print(item, layout, level + 1)),
      ']',
      layout,
      level,
    );
  if (value.kind !== 'object') return value.text;
  const colon = layout.indent === '' ? ':' : ': ';
  const members = [...value.members].map(
    ([key, member]) => JSON.stringify(key) + colon + print(member, layout, level + 1),
  );
  return enclose('{', members, '}', layout, level);
}

function enclose(open: string, parts: string[], close: string, layout: Layout, level: number): string {
  if (layout.indent === '' || parts.length === 0) return open + parts.join(',') + close;
  const line = layout.newline + layout.indent.repeat(level);
  return open + parts.map((part) => line + layout.indent + part).join(',') + line + close;
}
