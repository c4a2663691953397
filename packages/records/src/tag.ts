import { count, flag, kept, name, text } from './field.ts';
import { record } from './record.ts';

/** Spec 2.2. */
export const tagRecord = record(
  'dataset/{dataset}/tag/{tag}',
  {
    name: name(''),
    color: text(''),
    key: text('one character: shortcut of the console'),
    unclassified: flag('counts as without class'),
    bad: flag('parts of this class are bad: reports of runs say how many of them would slip through'),
    imageCounter: count('images that contain it'),
    annotationCounter: count('its annotations'),
  },
  {
    id: kept('text', "only in documents that were made from the dataset's list"),
    order: kept('number', ''),
    sets: kept('map', 'images by set'),
    request: kept('text', 'names the request that made it, for its retries'),
  },
);
