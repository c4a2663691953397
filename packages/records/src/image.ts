import {
  count,
  type Field,
  flag,
  kept,
  listOf,
  mapOf,
  oneOf,
  optional,
  ownName,
  reference,
  referenceOrNull,
  schema,
  text,
  toId,
  toMap,
  toMillis,
  toNumber,
  toText,
} from './field.ts';
import { DECISIONS, type Decision, SET_TYPES, type SetType } from './lists.ts';
import { record } from './record.ts';

/** x, y, w, h: 0 to 1 of the upright image. `tag`: a tag's id, or `''` if the stored reference is not valid. */
export interface Annotation {
  type: 'rect' | 'mask' | 'point';
  tag: string;
  x: number;
  y: number;
  w: number;
  h: number;
  labeled: 'manual' | 'inference';
}

/** `uri`: of a PNG; `id` names the object within the image (Contract 9). */
export interface Mask {
  id: string;
  tag: string;
  uri: string;
}

/** `by`: uid of the person, `''` if unknown; `at`: Unix milliseconds. */
export interface Review {
  by: string;
  at: number;
  decision: Decision;
}

/** A model's class. `run`: name of the run; `acceptance`: id. */
export interface Suggested {
  labeled: 'inference';
  run: string;
  acceptance: string;
}

/** Names the mask in its object's path where its record does not. */
export const MASK_NUMBER = /_mask_(\d+)\.png$/;

function toAnnotation(value: unknown): Annotation {
  const { type, tag, x, y, w, h, labeled } = toMap(value);
  return {
    type: type === 'mask' || type === 'point' ? type : 'rect',
    tag: toId(tag),
    x: toNumber(x),
    y: toNumber(y),
    w: toNumber(w),
    h: toNumber(h),
    labeled: labeled === 'inference' ? 'inference' : 'manual',
  };
}

function toMask(value: unknown): Mask {
  const { id, tag, uri } = toMap(value);
  const named = toText(id) || (MASK_NUMBER.exec(toText(uri))?.[1] ?? '');
  return { id: named, tag: toId(tag), uri: toText(uri) };
}

function toReview({ by, at, decision }: Readonly<Record<string, unknown>>): Review | null {
  const made = DECISIONS.find((each) => each === decision);
  return made ? { by: toText(by), at: toMillis(at), decision: made } : null;
}

const pixels: Field<number> = { ...count('upright'), type: 'pixels' };

/** What everybody who sees the image sees of it, in lists and in the console. */
const shown = {
  uri: text('`gs://` address of the original'),
  name: ownName('file name'),
  tag: referenceOrNull('its class'),
  tags: listOf(
    'annotations: `type, x, y, w, h` in shares of the upright image, `tag` (a reference), `labeled`',
    toAnnotation,
  ),
  masks: listOf('`id`, `tag` (a reference), `uri`', toMask),
  set: oneOf(SET_TYPES, 'PREDETERMINED'),
  setBefore: {
    type: 'text',
    about: 'only while it is in REVIEW',
    read: (value): SetType | null => SET_TYPES.find((each) => each === value) ?? null,
  } satisfies Field<SetType | null>,
  review: mapOf('`by, at, decision`: the last decision', toReview),
  date: { ...count('when it was made'), type: 'ms', read: toMillis },
  monitor: referenceOrNull(''),
  session: text(
    "id or `''`; ends with `~` if it is one of another project ([imports](../label/import.md#from-another-project))",
  ),
  width: pixels,
  height: pixels,
  revision: count('plus 1 with each change by a person or `updateTags`'),
  checked: flag('a person has judged it as it is now'),
  confirmed: optional(
    'true or null',
    'while it is `checked`: a person has looked at its label again',
    (value): true | undefined => value === true || undefined,
  ),
  suggested: optional(
    'map or null',
    '`labeled` (`inference`), `run` (its name), `acceptance`: its class was accepted in bulk, and no person has changed or checked it since',
    (value): Suggested | undefined => {
      const { run, acceptance } = toMap(value);
      return toText(acceptance) === ''
        ? undefined
        : { labeled: 'inference', run: toText(run), acceptance: toText(acceptance) };
    },
  ),
};

/** Names of the fields that everybody who sees the image sees. */
export const SHOWN_FIELDS = Object.keys(shown) as (keyof typeof shown)[];

/** Spec 2.4. The thumbnail, which is most of its bytes, is read only where it is needed. */
export const imageRecord = record(
  'image/{image}',
  {
    ...shown,
    dataset: reference(''),
    schema,
    originalFormat: text('`jpeg`, `png` or `webp`'),
    content: text('SHA-256 of the original, hexadecimal'),
    look: text('difference hash of the upright thumbnail, 64 bits, hexadecimal'),
    change: optional(
      'text',
      'id of the acceptance, or of the change of a selection, that changed it last; with `.undone` once that was taken back, and after that `<` and the one before it, which then holds at as many revisions more as follow its `+`: `b.undone<a+2`',
      (value): string | undefined => toText(value) || undefined,
    ),
    import: optional(
      'text',
      'id of the import that brought it',
      (value): string | undefined => toText(value) || undefined,
    ),
    lost: optional(
      'true',
      'the sweep has not found its file: csv leaves it out',
      (value): true | undefined => value === true || undefined,
    ),
  },
  {
    encoded: kept('text', 'its path with `--` for `/`, for an exact lookup'),
    tagsContained: kept('list', 'references of all its tags'),
    imageData: kept('bytes', 'thumbnail: WebP, 300 pixels'),
    createdDate: kept('time', 'of the record'),
    updatedAt: kept('time', 'of the record'),
    labelled: kept('boolean', 'for lists'),
    shard: kept(
      'text',
      'dataset, and `/0` or `/1`: lists by date begin with it ([why](../decisions.md#no-index-leads-with-time))',
    ),
    tally: kept('text', 'which tally counts it'),
    tallied: kept('text', 'as what the tally counts it: `SET/tag`'),
  },
);
