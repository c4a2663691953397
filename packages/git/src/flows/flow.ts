/**
 * A Node-RED flow file: a JSON array of objects with `id` and `type`. It has tabs and subflows, nodes that refer to theirs
 * in `z`, and configuration nodes. Pure.
 */
import { type JsonText, parseJsonText } from './json-text.ts';

export interface FlowNode {
  id: string;
  type: string;
  /** Text in the file. */
  json: JsonText;
  properties: ReadonlyMap<string, JsonText>;
}

/** Nodes by id, in the order of the file. */
export type Flow = ReadonlyMap<string, FlowNode>;

/** Whether a file may contain flows. The content decides: package.json is not an array of nodes. */
export const isFlowFile = (name: string): boolean => name.endsWith('.json');

/** Maximum characters, and bytes, of a flow file: some ten thousand nodes. Parsed, a text takes ten times its size and more. */
export const LARGEST_FLOW = 4 * 1_024 * 1_024;

/** Other JSON, annotations of images for example, may be large, and is not parsed to find out. */
const STARTS_AS_FLOW = /^\uFEFF?[ \t\r\n]*\[/;

/**
 * Undefined if the text is not a flow file, is larger than one, or two nodes share an id. An empty text is a flow file without
 * nodes.
 */
export function parseFlow(text: string): Flow | undefined {
  if (text.length > LARGEST_FLOW) return undefined;
  if (text.trim() === '') return new Map();
  if (!STARTS_AS_FLOW.test(text)) return undefined;
  const json = parseJsonText(text);
  if (json?.kind !== 'array') return undefined;
  const nodes = json.items.map(readNode).filter((node) => node !== undefined);
  const flow = new Map(nodes.map((node) => [node.id, node]));
  return flow.size === json.items.length ? flow : undefined;
}

export function readNode(json: JsonText): FlowNode | undefined {
  if (json.kind !== 'object') return undefined;
  const [id, type] = [stringOf(json.members.get('id')), stringOf(json.members.get('type'))];
  return id === undefined || type === undefined ? undefined : { id, type, json, properties: json.members };
}

export const stringOf = (value: JsonText | undefined): string | undefined =>
  value?.kind === 'string' ? value.value : undefined;

/** Text of a property; '' if it is missing. */
export const textOf = (node: FlowNode, property: string): string =>
  stringOf(node.properties.get(property)) ?? '';

export const isTab = ({ type }: FlowNode): boolean => type === 'tab' || type === 'subflow';

/** Name of a tab or subflow for people. */
export const labelOf = (node: FlowNode): string => textOf(node, 'label') || textOf(node, 'name') || node.id;
