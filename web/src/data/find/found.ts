/** Images that need a look, by what their pictures look like (Contract 15). */
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ImagePage } from '../../../../client/src/curate/records.ts';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import type { FindKind, FoundPage } from '../../../../client/src/suggestions.ts';
import type { ImageNews } from '../images/image-bus.ts';
import { readImage } from '../images/image-record.ts';
import { type Paged, toPaged } from '../paged.ts';
import type { PredictedSource, Prediction } from '../runs/run-images.ts';
import { service } from '../service.ts';
import { type Group, withNews } from './group.ts';

export type { FindKind };

export interface FindAsked {
  kind: FindKind | 'similar';
  /** Of `similar`: id of the image that others are like. */
  like?: string;
  /** Of `unusual`: tag of the good ones. */
  good?: string;
  /** How many pictures have been looked at: with more of them the answer is another one. */
  looked: number;
}

export interface FoundImage extends Group {
  /** Of `wrong`: the class that the others deny; null of other kinds. */
  denied: string | null;
  /** Of `wrong`: the class that the others speak for. */
  predictions: readonly Prediction[];
}

type Answer = Pick<FoundPage, 'images' | 'next'>;
type Entry = Answer['images'][number];

/** Milliseconds that an answer is used: the service has to look at all vectors for each. */
const LASTS = 300_000;
/** Entries that are asked for at once, and those whose records are read at once. */
const ASKED = 200;
const shownOf = (kind: FindAsked['kind']): number => (kind === 'duplicates' ? 12 : 48);

const answerTo = (dataset: string, asked: FindAsked, after: string) => ({
  queryKey: ['find answer', dataset, asked, after],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer> => {
    const { kind, like = '', good } = asked;
    const { suggestions } = service().datasets(dataset);
    if (kind === 'similar')
      return { images: await suggestions.similar(like, { limit: ASKED }, { signal }), next: null };
    const options = { limit: ASKED, ...(good !== undefined && { good }), ...(after !== '' && { after }) };
    return suggestions.find(kind, options, { signal });
  },
  staleTime: LASTS,
  gcTime: LASTS,
});

/** Where a page begins: at which entry of the answer after which place. */
const placeOf = (from: number, after: string): string => `${from} ${after}`;
const START = placeOf(0, '');

async function readPage(
  client: QueryClient,
  dataset: string,
  asked: FindAsked,
  place: string,
): Promise<ImagePage<FoundImage>> {
  const [first = '', after = ''] = place.split(' ');
  const from = Number(first);
  const { images, next } = await client.fetchQuery(answerTo(dataset, asked, after));
  const end = from + shownOf(asked.kind);
  const found = await Promise.all(images.slice(from, end).map((entry) => read(dataset, entry)));
  return {
    images: found.flatMap((image) => image ?? []),
    next: end < images.length ? placeOf(end, after) : next === null ? null : placeOf(0, next),
  };
}

/** Null if it is gone or has got another class since, or only one of a group is left. */
async function read(
  dataset: string,
  { image, copies = [], tag, instead, share }: Entry,
): Promise<FoundImage | null> {
  const records = await Promise.all([image, ...copies].map((id) => readImage(dataset, id)));
  const found = records.flatMap((record) => record ?? []);
  const [first, ...others] = found.sort((a, b) => a.date - b.date);
  if (!first || (copies.length > 0 && others.length === 0)) return null;
  if (tag !== undefined && first.tag !== tag) return null;
  const predictions = instead === undefined ? [] : [{ tag: instead, score: share ?? 0 }];
  return { ...first, entry: image, copies: others, denied: tag ?? null, predictions };
}

/** @param news what has changed on this page */
export function useFound(dataset: string, asked: FindAsked, news: ImageNews): Paged<FoundImage> {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['found', dataset, asked],
    // Who comes back from one image finds the others where they were.
    staleTime: LASTS,
    initialPageParam: START,
    queryFn: ({ pageParam }) => readPage(client, dataset, asked, pageParam),
    getNextPageParam: ({ next }) => next,
  });
  const { data } = query;
  const images = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.images.flatMap((image) => withNews(image, news) ?? [])),
    [data, news],
  );
  return { ...toPaged(query), images };
}

/** Forgets what was found: labels have changed since. */
export async function findAgain(client: QueryClient, dataset: string): Promise<void> {
  client.removeQueries({ queryKey: ['find answer', dataset] });
  await client.resetQueries({ queryKey: ['found', dataset] });
}

/** Pages in which the image to begin with is looked for. */
const MOST_PAGES = 10;

/** The same images one after the other. @param first id of the image to begin with */
export function foundSource(
  client: QueryClient,
  dataset: string,
  asked: FindAsked,
  first: string | undefined,
): PredictedSource {
  const predictions = new Map<string, readonly Prediction[]>();
  const beginning = async () => {
    let place: string | null = first === undefined ? null : START;
    for (let pages = 0; place !== null && pages < MOST_PAGES; pages += 1) {
      const page = await readPage(client, dataset, asked, place);
      const at = page.images.findIndex(({ id }) => id === first);
      if (at >= 0) return { ...page, images: page.images.slice(at) };
      place = page.next;
    }
    return readPage(client, dataset, asked, START);
  };
  return {
    predictions,
    page: async ({ after }) => {
      const page = await (after === undefined ? beginning() : readPage(client, dataset, asked, after));
      for (const image of page.images) predictions.set(image.id, image.predictions);
      return page;
    },
  };
}

/** Whether the service says that this cannot be found in this dataset. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof SightlineError && error.status === 409;
