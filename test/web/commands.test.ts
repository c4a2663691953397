/**
 * What can be done on each page: every key is listed, does one thing, and is never the only way.
 * @covers Contract 12: each key of the console is listed, does what its command does, and is never the only way
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { ListedImage } from '../../client/src/curate/records.ts';
import {
  addKeys,
  type KeyCommand,
  listEntries,
  listKeys,
  runKey,
  toKeyCommand,
} from '../../web/src/app/keys.ts';
import type { Judgement } from '../../web/src/data/images/judgement.ts';
import { Store } from '../../web/src/data/live/store.ts';
import type { Dataset } from '../../web/src/data/records/datasets.ts';
import { en } from '../../web/src/text/en.ts';
import type { Command } from '../../web/src/ui/command.ts';

Object.assign(globalThis, { HTMLElement: class {}, localStorage: { getItem: () => null } });
jest.unstable_mockModule('../../web/src/data/live/online.ts', () => ({ online: new Store(true) }));

const { appCommands, searchCommand } = await import('../../web/src/app/commands.ts');
const { notices } = await import('../../web/src/app/state/toasts.ts');
const { undoCommands } = await import('../../web/src/app/state/undo-commands.ts');
const { datasetCommands, gridCommands } = await import('../../web/src/pages/dataset/commands.ts');
const { keysOfClasses } = await import('../../web/src/pages/dataset/keys-of-classes.ts');
const { copiesCommands, similarCommand } = await import('../../web/src/pages/find/commands.ts');
const { deskCommands } = await import('../../web/src/pages/judging/desk-commands.ts');
const { reviewCommands } = await import('../../web/src/pages/review/commands.ts');
const { openCommands } = await import('../../web/src/pages/viewer/commands.ts');
const { trashCommands } = await import('../../web/src/pages/trash/commands.ts');
const { versionCommands } = await import('../../web/src/pages/versions/commands.ts');

const nothing = () => {};
const tags = ['good', 'rusty', 'bent'].map((name) => ({ id: name, name, key: '', color: 'red' }));
const keys = keysOfClasses(tags);
const datasetOf = (type: string, role: string) => ({ id: 'bolts', type, role, tags }) as unknown as Dataset;
const imageOf = (fields: object) =>
  ({
    id: 'one',
    tag: null,
    set: 'TRAIN',
    checked: false,
    tags: [],
    masks: [],
    ...fields,
  }) as unknown as ListedImage;

const grid = (dataset: Dataset, images: ListedImage[]): Command[] => {
  const deeds = {
    judge: nothing,
    download: nothing,
    clear: nothing,
    open: nothing,
    similar: nothing,
    selectAll: nothing,
    selectSession: nothing,
  };
  const { bar, others } = gridCommands({ dataset, keys, images, ...deeds }, en);
  const { menu, links } = datasetCommands(dataset, nothing, en);
  return [...bar, ...others, ...menu, ...links];
};

const review = (
  dataset: Dataset,
  image: ListedImage,
  decide: (judgement: Judgement) => void = nothing,
): Command[] => {
  const queue = { images: [image], at: 0, judged: 0, isWhole: true, elsewhere: 0, error: null };
  const given = {
    dataset,
    keys,
    review: { ...queue, image, decide, go: nothing },
    onEdit: nothing,
    onSimilar: nothing,
  };
  const { enter, buttons, classes, others } = reviewCommands(given, en);
  return [enter, ...buttons, ...classes, ...others];
};

const desk = (dataset: Dataset, image: ListedImage): Command[] => {
  const words = { predicted: 'The others say', keep: 'Keep the label', take: 'Take the other class' };
  const deeds = { decide: nothing, move: nothing, onEdit: nothing, onSimilar: nothing, onClose: nothing };
  const predictions = [{ tag: 'rusty', score: 0.9 }];
  const given = deskCommands({ dataset, image, words, predictions, keys, ...deeds }, en);
  return [...given.classes, ...given.buttons, ...given.others];
};

const open = (dataset: Dataset, image: ListedImage): Command[] => {
  const decide = dataset.role === 'viewer' ? null : nothing;
  const deeds = { decide, next: nothing, previous: nothing, close: nothing };
  const { classes, buttons, others } = openCommands({ dataset, image, keys, ...deeds }, en);
  return [...classes, ...buttons, ...others];
};

const copies = (isEditor: boolean, isOpen = false): Command[] => {
  const deeds = { keep: nothing, open: nothing, move: nothing, ...(!isOpen && { show: nothing }) };
  const { buttons, others } = copiesCommands({ isEditor, ...deeds }, en);
  return [...buttons, ...others];
};

const trash = (isDisabled: boolean): Command[] => [
  ...trashCommands(
    { isDisabled, restore: nothing, askToDelete: nothing, clear: nothing, selectAll: nothing },
    en,
  ),
  ...undoCommands(en),
];

const [BOLTS, PARTS] = [datasetOf('MULTICLASS', 'editor'), datasetOf('imageObjectDetection', 'editor')];
const BOX = { tag: 'good', x: 0, y: 0, w: 1, h: 1 };

/** The commands of each page, by the conditions that change them. */
const PAGES: Readonly<Record<string, Command[]>> = {
  'a dataset, nothing selected': grid(BOLTS, []),
  'a dataset, images selected': grid(BOLTS, [imageOf({})]),
  'a dataset, images in review selected': grid(BOLTS, [imageOf({ set: 'REVIEW' })]),
  'a dataset with boxes, images selected': grid(PARTS, [imageOf({})]),
  'a dataset of a viewer, images selected': grid(datasetOf('MULTICLASS', 'viewer'), [imageOf({})]),
  'the review of an unlabelled image': review(BOLTS, imageOf({})),
  'the review of a labelled image': review(BOLTS, imageOf({ tag: 'good' })),
  'the review of an image without boxes': review(PARTS, imageOf({})),
  'the review of an image with boxes': review(PARTS, imageOf({ tags: [BOX] })),
  'a label that the others deny': desk(BOLTS, imageOf({ tag: 'good' })),
  'a label that the others deny, of a viewer': desk(
    datasetOf('MULTICLASS', 'viewer'),
    imageOf({ tag: 'good' }),
  ),
  'an image that is open': [similarCommand(nothing, en), ...open(BOLTS, imageOf({ tag: 'rusty' }))],
  'an image in review that is open': open(BOLTS, imageOf({ tag: 'rusty', set: 'REVIEW' })),
  'an image that is open, of a viewer': open(datasetOf('MULTICLASS', 'viewer'), imageOf({})),
  'near copies': copies(true),
  'near copies, of a viewer': copies(false),
  'one of near copies, large': copies(true, true),
  'boxes beside predictions': desk(PARTS, imageOf({ tags: [BOX] })),
  'the trash, nothing selected': trash(true),
  'the trash, images selected': trash(false),
  'the versions': versionCommands(BOLTS, en),
  'the versions of a viewer': versionCommands(datasetOf('MULTICLASS', 'viewer'), en),
  'settings and people': [...undoCommands(en)],
};

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

const register = (title: string, commands: readonly KeyCommand[]) => {
  const group = { title, commands };
  ended.push(addKeys(group));
  return group;
};

/** Presses a key as `KeyCommand` writes it. */
function press(written: string, repeat = false): void {
  const parts = written.split(/\+(?=.)/);
  const key = parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) as string);
  const held = (name: string) => parts.slice(0, -1).includes(name);
  const modifiers = { ctrlKey: held('Ctrl'), shiftKey: held('Shift'), altKey: held('Alt'), metaKey: false };
  runKey({ key, repeat, target: null, preventDefault: nothing, ...modifiers } as unknown as KeyboardEvent);
}

describe.each(Object.entries(PAGES))('%s', (_, commands) => {
  const everywhere = [...Object.values(appCommands(en)), searchCommand(en)];

  test('the list of keys has exactly the commands that have one', () => {
    const page = register(
      'page',
      commands.map((each) => toKeyCommand(each, nothing)),
    );
    const listed = listKeys([page]).flatMap((group) =>
      group.commands.map(({ label, keys: its }) => [label, its]),
    );
    const expected = commands.filter((each) => each.keys?.length).map(({ label, keys: its }) => [label, its]);
    expect(listed).toEqual(expected);
  });

  test('each key does what its command does, and nothing else; none where it cannot be done', () => {
    const did: string[] = [];
    const noting = (each: Command): Command => {
      const { href: _href, run: _run, ...named } = each;
      return { ...named, run: () => void did.push(each.label) };
    };
    for (const group of [everywhere, commands])
      register(
        '',
        group.map((each) => toKeyCommand(noting(each), nothing)),
      );
    for (const { label, keys: its = [], isDisabled } of [...everywhere, ...commands] as Command[])
      for (const key of its) {
        press(key);
        expect(did.splice(0)).toEqual(isDisabled ? [] : [label]);
      }
  });

  test('what can be done is in the command menu, for those who have no keys', () => {
    const page = { title: 'page', commands: commands.map((each) => toKeyCommand(each, nothing)) };
    const offered = listEntries([page]).map(({ label }) => label);
    const possible = commands.filter(({ isDisabled }) => !isDisabled);
    expect(offered).toEqual(possible.map(({ label, under }) => (under ? `${under}: ${label}` : label)));
    expect(new Set(offered).size).toBe(offered.length);
  });
});

test('a held key decides about one image, and moves through many', () => {
  const did: string[] = [];
  const given = review(BOLTS, imageOf({ tag: 'good' })).map(
    (each): Command => ({ ...each, href: undefined as never, run: () => void did.push(each.label) }),
  );
  register(
    '',
    given.map((each) => toKeyCommand(each, nothing)),
  );
  for (const key of ['x', '1', 'Enter', 'ArrowRight', 'z']) press(key, true);
  expect(did).toEqual(['Next image', 'Undo']);
});

test('where boxes have the classes, a class key of the review changes nothing and says why', () => {
  const decided: Judgement[] = [];
  const given = (dataset: Dataset) =>
    review(dataset, imageOf({ tags: [BOX] }), (judgement) => decided.push(judgement)).map((each) =>
      toKeyCommand(each, nothing),
    );
  register('', given(PARTS));
  for (const key of ['1', '2', '3']) press(key);
  expect(decided).toEqual([]);
  expect(notices.visibleToasts.map(({ content }) => content.message)).toEqual([en.keyNeedsSelection]);
  register('', given(BOLTS));
  press('2');
  expect(decided).toEqual([{ tag: 'rusty', decision: 'accept' }]);
  // Nor does it give the images of a selection a class that no box of them has.
  expect(grid(PARTS, [imageOf({})]).map(({ label }) => label)).not.toContain('good');
});

test('one step is first on the page of a dataset: the review, else labels, else a version', () => {
  const first = (counts: object) => {
    const counters = { imageCounter: 60, reviewCounter: 0, unlabelledCounter: 0, ...counts };
    return datasetCommands({ ...BOLTS, ...counters } as Dataset, nothing, en).links.map(({ label }) => label);
  };
  expect(first({ reviewCounter: 4, unlabelledCounter: 13 })).toEqual(['Review 4', 'Label 13']);
  expect(first({ unlabelledCounter: 13 })).toEqual(['Label 13']);
  expect(first({})).toEqual(['Create a version']);
  expect(first({ imageCounter: 0 })).toEqual([]);
});

test('the class that Enter accepts stands on its button', () => {
  const label = (dataset: Dataset, image: ListedImage) => review(dataset, image)[0]?.label;
  expect(label(BOLTS, imageOf({ tag: 'rusty' }))).toBe('Accept rusty');
  expect(label(PARTS, imageOf({ tags: [BOX] }))).toBe('Accept');
});

test('a class key of an open image gives it this class', () => {
  const decided: Judgement[] = [];
  const deeds = { next: nothing, previous: nothing, close: nothing };
  const image = imageOf({ tag: 'rusty' });
  const decide = (judgement: Judgement) => decided.push(judgement);
  const { classes } = openCommands({ dataset: BOLTS, image, keys, decide, ...deeds }, en);
  register(
    '',
    classes.map((each) => toKeyCommand(each, nothing)),
  );
  press('1');
  expect(decided).toEqual([{ tag: 'good' }]);
});

test('a page that a command opens is opened by its key too', () => {
  const opened: string[] = [];
  register(
    '',
    versionCommands(BOLTS, en).map((each) => toKeyCommand(each, (href) => opened.push(href))),
  );
  press('n');
  expect(opened).toEqual(['/datasets/bolts/versions/new']);
});

describe('in the code', () => {
  const ROOT = join(import.meta.dirname, '../../web/src');
  const files = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.startsWith('pages/editor/'));

  test('keys are written only beside the name and the deed of their command', () => {
    const writing = files.filter((file) =>
      /keys: \['|shortcut="/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(writing.sort()).toEqual([
      'app/commands.ts',
      'app/state/undo-commands.ts',
      'pages/dataset/commands.ts',
      'pages/find/commands.ts',
      'pages/judging/desk-commands.ts',
      'pages/models/commands.ts',
      'pages/rest/commands.ts',
      'pages/review/commands.ts',
      'pages/trash/commands.ts',
      'pages/versions/commands.ts',
      'pages/viewer/commands.ts',
    ]);
  });
});
