/** What the vision service detects in an image, and how its classes map to those of a dataset. */
import type { Detection } from '../../../../client/src/image.ts';
import { service } from '../service.ts';

/** Each call costs money, so it is made only on request. */
export const detectIn = (uri: string): Promise<Detection[]> => service().images(uri).detect();

/** Tag id for each class of the model; `''` leaves it out. */
export type ClassMapping = Readonly<Record<string, string>>;

const keyOf = (dataset: string): string => `suggested classes/${dataset}`;

/** The mapping that was chosen before in this browser. An entry that something else has overwritten counts as none. */
export function rememberedMapping(dataset: string): ClassMapping {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(dataset)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as ClassMapping) : {};
  } catch {
    return {};
  }
}

export const rememberMapping = (dataset: string, mapping: ClassMapping): void =>
  localStorage.setItem(keyOf(dataset), JSON.stringify(mapping));
