/** What can be done on the page of a dataset. */
import type { ListedImage, SetType } from '../../../../client/src/curate/records.ts';
import { addresses } from '../../app/places/addresses.ts';
import { notify } from '../../app/state/toasts.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { attempt } from '../../app/state/undo-history.ts';
import { hasMarks, type Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { downloadTrainingFile } from '../../data/versions/download.ts';
import type { Texts } from '../../text/en.ts';
import type { Action, Command, Jump } from '../../ui/command.ts';
import { similarCommand } from '../find/commands.ts';
import { changeTileSize } from './grid/tile-size.ts';
import { classCommands } from './keys-of-classes.ts';

/** What the page shows in a dialog. */
export type Opened = 'charts' | 'files' | null;

/** With the dataset as a whole: those of its menu, and its links. */
export function datasetCommands(dataset: Dataset, open: (what: Opened) => void, text: Texts) {
  const { id, role, type } = dataset;
  const makeFile = () =>
    void attempt(async () => {
      const { warnings = [], warningCodes } = await downloadTrainingFile(dataset);
      const lacks = warnings.map((warning, at) => text.splitWarning(warning, warningCodes?.[at]) ?? warning);
      notify({ message: [text.trainingFileMade, lacks.join(' ')].filter(Boolean).join('. ') });
    }, text);
  const charts: Command = { label: text.charts, run: () => open('charts') };
  const files: Command = { label: text.findFile, keys: ['/'], run: () => open('files') };
  const find: Command = { label: text.find.title, href: addresses.find(id) };
  const sizes: Command[] = [
    { label: text.largerTiles, keys: ['+', '='], run: () => changeTileSize(1) },
    { label: text.smallerTiles, keys: ['-'], run: () => changeTileSize(-1) },
  ];
  const jobs: Command = { label: text.jobs.title, href: addresses.jobs(id) };
  if (!mayEdit(role)) return { menu: [charts, files, find, jobs, ...sizes], links: [] };
  const menu: Command[] = [
    charts,
    files,
    find,
    ...(hasMarks(type) ? [] : [{ label: text.rest.title, href: addresses.rest(id) }]),
    { label: text.importArchive, href: addresses.import(id) },
    { label: text.trainingFile, run: makeFile },
    jobs,
    ...sizes,
  ];
  return { menu, links: nextSteps(dataset, text) };
}

/** What there is to do with the images, what comes first first: somebody waits for the review. */
function nextSteps({ id, imageCounter, reviewCounter, unlabelledCounter }: Dataset, text: Texts): Jump[] {
  const review = { label: text.toReview(reviewCounter), href: addresses.review(id) };
  const label = { label: text.labelImages(unlabelledCounter), href: addresses.unlabelled(id) };
  const steps = [...(reviewCounter > 0 ? [review] : []), ...(unlabelledCounter > 0 ? [label] : [])];
  if (steps.length > 0 || imageCounter === 0) return steps;
  return [{ label: text.makeVersionOfIt, href: addresses.newVersion(id) }];
}

const ASSIGNABLE = ['TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED'] as const satisfies readonly SetType[];

interface Shown {
  count: number;
  areSelected: boolean;
  /** In which they may be. */
  sets: readonly SetType[];
}

interface Grid {
  dataset: Dataset;
  keys: ReadonlyMap<string, string>;
  /** The selected images. Empty if all that are shown are selected. */
  images: readonly ListedImage[];
  /** Where all images that a filter shows can be selected, loaded or not. */
  shown?: Shown;
  judge: (judgement: Judgement) => void;
  download: () => void;
  clear: () => void;
  open: () => void;
  similar: () => void;
  selectAll: () => void;
  /** Selects the session of the image in focus; null if it has none. */
  selectSession?: (() => void) | null;
}

/** With the images: those of the toolbar for selected images, in its order, and others. */
export function gridCommands({ dataset, judge, ...grid }: Grid, text: Texts) {
  const isEditor = mayEdit(dataset.role);
  const isUnknown = grid.images.length === 0;
  const { count = 0, areSelected = false } = grid.shown ?? {};
  const isDisabled = isUnknown && !areSelected;
  const hasMore = !areSelected && count > grid.images.length;
  const all = hasMore ? text.selectShown(count) : text.selectAll;
  const selectAll: Action = { label: all, keys: ['Ctrl+a'], run: grid.selectAll };
  const reject = () => judge({ decision: 'reject' });
  const bar: Action[] = [
    ...(hasMore ? [selectAll] : []),
    ...(isEditor ? labels({ dataset, judge, ...grid }, text) : []),
    { label: text.download, icon: 'download', run: grid.download },
    { ...similarCommand(grid.similar, text), isDisabled: isUnknown },
    ...(isEditor
      ? [{ label: text.moveToTrash, icon: 'trash' as const, keys: ['x', 'Delete'], run: reject }]
      : []),
    { label: text.clearSelection, icon: 'close', keys: ['Escape'], run: grid.clear },
  ];
  const others: Command[] = [
    { label: text.openImage, keys: ['e'], isDisabled: isUnknown, run: grid.open },
    ...(hasMore && !isDisabled ? [] : [selectAll]),
    ...(grid.selectSession
      ? [{ label: text.selectSession, keys: ['Shift+a'], run: grid.selectSession }]
      : []),
    ...(isEditor ? undoCommands(text) : []),
  ];
  return {
    bar: bar.map((each) => ({ ...each, isDisabled: isDisabled || each.isDisabled === true })),
    others,
  };
}

/** Class, set, and whether they are in review. */
function labels({ dataset: { tags, type }, keys, images, shown, judge }: Grid, text: Texts): Action[] {
  const sets = shown?.areSelected ? shown.sets : images.map(({ set }) => set);
  const isInReview = sets.includes('REVIEW');
  const setSet = { under: text.setSet };
  return [
    ...(hasMarks(type)
      ? [{ label: text.nothingHere, run: () => judge({ decision: 'empty' }) }]
      : [
          ...classCommands(tags, keys, (tag) => judge({ tag }), text),
          { label: text.unlabelled, under: text.setClass, run: () => judge({ tag: null }) },
        ]),
    ...ASSIGNABLE.map((set) => ({ label: text[`set${set}`], ...setSet, run: () => judge({ set }) })),
    ...(isInReview ? [{ label: text.accept, run: () => judge({ decision: 'accept' }) }] : []),
    ...(isInReview && (!shown?.areSelected || sets.length === 1)
      ? []
      : [{ label: text.sendToReview, run: () => judge({ decision: 'review' }) }]),
  ];
}
