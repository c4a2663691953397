/** The two error tables as JSON Schemas: exact keys, exact texts, patterns for texts with placeholders. */

import type { ShapeName } from '../../functions/src/common/error-shapes.ts';
import { answerError, type ErrorCode, HttpError } from '../../functions/src/common/errors.ts';
import { type FaultCode, type FaultEntry, GIT_FAULTS } from '../../packages/git/src/git-fault.ts';

export type Json = Record<string, unknown>;

/** One error that a route can answer. */
export interface ErrorAnswer {
  /** Name of its schema in the document. */
  name: string;
  /** Code in the error table. */
  code: string;
  status: number;
  /** The sentence as callers read it, with `…` for placeholders. */
  text: string;
  schema: Json;
}

/** Placeholder marker; no error text contains it. */
const GAP = '\uE000';

const PREFIX: Record<ShapeName, string> = {
  dataset: 'Dataset',
  acceptance: 'Dataset',
  imageStatus: 'Image',
  imageFile: 'Image',
  imageError: 'Image',
  monitor: 'Monitor',
  tags: 'Tags',
  git: 'Git',
  health: 'Health',
};

/** @param uri the body also contains the requested uri */
export function describeError(code: ErrorCode, shape: ShapeName, uri: boolean): ErrorAnswer {
  const particulars = {
    id: GAP,
    reason: GAP,
    precision: 0,
    classes: [],
    ...(uri && code === 'file not found' ? { uri: GAP } : {}),
  };
  const { status, body } = answerError(new HttpError(code, particulars), shape);
  const name = ACCESS.has(code)
    ? (ACCESS_NAMES[shape] ?? nameOf(PREFIX[shape], code))
    : nameOf(PREFIX[shape], code);
  return {
    name,
    code,
    status,
    text: spoken(body),
    schema: schemaOf(body, code === 'acceptance refused' ? FIGURES : {}),
  };
}

/** The answer of the same route has them too. */
const FIGURES: Json = { classes: { type: 'array', items: { $ref: '#/components/schemas/AcceptedClass' } } };

/** Contract 8: on monitor and image routes these codes look like another one. */
const ACCESS: ReadonlySet<string> = new Set(['unauthorized', 'forbidden']);
const ACCESS_NAMES: { readonly [shape in ShapeName]?: string } = {
  monitor: 'MonitorNotFound',
  tags: 'MonitorNotFound',
  imageStatus: 'ImagePermissionDenied',
  imageError: 'ImagePermissionDenied',
};

/** The sentence of a body: its longest text. */
function spoken(body: object): string {
  const texts = Object.entries('data' in body ? (body.data as object) : body).flatMap(([key, value]) =>
    typeof value === 'string' && key !== 'suggestion' && key !== 'code' && key !== 'uri' ? [value] : [],
  );
  return (texts.at(-1) ?? '').replaceAll(GAP, '…');
}

const orNull = (description: string): Json => ({ type: ['string', 'null'], description });

/** A flow editor node with a conflict that a person must resolve. */
const flowConflict: Json = {
  type: 'object',
  properties: {
    node: { type: 'string', description: 'Id of the node.' },
    type: { type: 'string' },
    tab: orNull('Label of its tab.'),
    ours: orNull("The node's JSON on this side; null if it is removed."),
    theirs: orNull("The node's JSON on the other side."),
  },
  required: ['node', 'type', 'tab', 'ours', 'theirs'],
  additionalProperties: false,
};

/** Keys that some git errors have besides the envelope. */
const EXTRAS: { readonly [code in FaultCode]?: Json } = {
  git_checkout_blocked: {
    blockers: { type: 'array', items: { enum: ['uncommitted_changes', 'unpushed_commits'] } },
    uncommittedCount: { type: 'integer', minimum: 0 },
    unpushedCount: { type: 'integer', minimum: 0 },
  },
  git_unmerged_files: { conflicted: { type: 'array', items: { type: 'string' } } },
  git_local_changes: { files: { type: 'array', items: { type: 'string' } } },
  git_pull_overwrite: { files: { type: 'array', items: { type: 'string' } } },
  git_locked: { lock: { type: 'string' }, ageSeconds: { type: 'integer', minimum: 0 } },
  git_pull_merge_conflict: {
    conflicted: { type: 'array', items: { type: 'string' } },
    flowConflicts: { type: 'array', items: flowConflict },
  },
  git_revert_conflict: { conflicted: { type: 'array', items: { type: 'string' } } },
};

export function describeFault(code: FaultCode): ErrorAnswer {
  const { status, sentence, suggestion }: FaultEntry = GIT_FAULTS[code];
  const gaps = (text: string): string => text.replace(/\{\w+\}/g, GAP);
  const body = {
    success: false,
    error: gaps(sentence),
    code,
    ...(suggestion === undefined ? {} : { suggestion: gaps(suggestion) }),
  };
  return {
    name: nameOf('', code),
    code,
    status,
    text: spoken(body),
    schema: schemaOf(body, EXTRAS[code]),
  };
}

/** `MonitorNotFound` for `monitor not found` in the monitor area, without repeating the area. */
function nameOf(prefix: string, code: string): string {
  const words = code.split(/[ _]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words[0] === prefix ? words.join('') : prefix + words.join('');
}

function schemaOf(value: unknown, extra: Json = {}): Json {
  if (typeof value === 'string') return textSchema(value);
  // A share, as only the body of `acceptance refused` has.
  if (typeof value === 'number') return { type: 'number', minimum: 0, maximum: 1 };
  if (typeof value !== 'object' || value === null) return { const: value };
  const given = Object.entries(value).map(([key, each]) => [key, schemaOf(each)] as const);
  const properties = { ...Object.fromEntries(given), ...extra };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function textSchema(text: string): Json {
  if (!text.includes(GAP)) return { type: 'string', const: text };
  if (text === GAP) return { type: 'string', minLength: 1 };
  const literal = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // A placeholder at the end may be empty; then the space before it is missing too.
  return {
    type: 'string',
    pattern: `^${literal.replace(/ \uE000$/, GAP).replaceAll(GAP, '[\\s\\S]*')}$`,
  };
}
