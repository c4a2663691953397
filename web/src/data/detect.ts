/** What the vision service sees in an image, and which of its classes is which of a dataset's. */
import type { Detection } from '../../../client/src/image.ts';
import { service } from './service.ts';

/** Each call costs money: only when somebody asks. */
export const detectIn = (uri: string): Promise<Detection[]> => service().images(uri).detect();

/** Tag id by class of the model; `''`: leave it out. */
export type ClassMapping = Readonly<Record<string, string>>;

const keyOf = (dataset: string): string => `suggested classes/${dataset}`;

/** What was answered before, in this browser. */
export function rememberedMapping(dataset: string): ClassMapping {
  const stored = localStorage.getItem(keyOf(dataset));
  return stored === null ? {} : (JSON.parse(stored) as ClassMapping);
}

export const rememberMapping = (dataset: string, mapping: ClassMapping): void =>
  localStorage.setItem(keyOf(dataset), JSON.stringify(mapping));
