import { isClassified } from '../../../../packages/formats/src/format.ts';
import { reportOf } from '../../../../packages/look/src/labels.ts';
import type { Embedder } from '../../../../packages/records/src/lists.ts';
import { objects } from '../../common/adapters/objects.ts';
import { NO_VECTORS } from '../../common/records/vector-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { AddedVectors } from './add-vectors.ts';
import { lackOf, requireVectors, suggesting } from './require-suggest.ts';
import { burstCounts, type Study, studyLabels } from './study.ts';

/** A class is ready from labels of so many bursts on, of which so many are recognized without their burst. */
const READY = { bursts: 10, right: 0.9 };

interface ShownSuggest {
  embedder: Embedder;
  embeddings: AddedVectors;
  /** By tag: images that are learned from. */
  labelled: Record<string, number>;
  /** Share that is recognized without its burst; null where labels are too few. */
  accuracy: number | null;
  ready: Record<string, boolean>;
}

/**
 * What suggestions rest on, and how good they would be now (Contract 15).
 * @throws HttpError `dataset not found`
 */
export async function showSuggest({
  signal,
  ...target
}: Target & { signal: AbortSignal }): Promise<ShownSuggest> {
  const dataset = await requireDataset(target, 'viewer');
  const { suggest: embedder = 'off' } = dataset;
  const state = embedder === 'off' ? NO_VECTORS : requireVectors(dataset);
  const { have, unreadable } = state;
  const embeddings = { indexed: have, unreadable, pending: lackOf(dataset, state) };
  const unknown = { labelled: {}, accuracy: null, ready: {} };
  if (state.parts.length === 0 || !isClassified(dataset.type)) return { embedder, embeddings, ...unknown };
  const reading = { objects, signal };
  const study = await suggesting(() => studyLabels(dataset, reading), dataset, signal);
  return { embedder, embeddings, ...judged(study) };
}

function judged(study: Study): Pick<ShownSuggest, 'labelled' | 'accuracy' | 'ready'> {
  const { classes, labelled, head } = study;
  const counts = classes.map((_, label) => labelled.filter((each) => each.label === label).length);
  return {
    labelled: Object.fromEntries(classes.map((tag, label) => [tag, counts[label]!])),
    accuracy: head && reportOf(head).accuracy,
    ready: readyClasses(study),
  };
}

/** By tag: whether what is learned of it is enough for its suggestions to be accepted. */
export function readyClasses({ classes, labelled, head }: Study): Record<string, boolean> {
  const bursts = burstCounts(labelled);
  const report = head && reportOf(head);
  const isReady = (label: number) => {
    const { right, labelled: all } = report?.classes[label] ?? { right: 0, labelled: 0 };
    return (bursts.get(label) ?? 0) >= READY.bursts && right >= READY.right * all;
  };
  return Object.fromEntries(classes.map((tag, label) => [tag, isReady(label)]));
}
