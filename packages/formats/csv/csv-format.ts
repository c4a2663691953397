import { type PerSet, perSet } from '../../records/src/per-set.ts';

/**
 * The importer that reads the file (Contract 4). `automl`: AutoML Vision, which ended in 2024; sets are spelled as in
 * Spec 2.3. `vertex`: its successor, Vertex AI.
 */
export const CSV_FORMATS = ['automl', 'vertex'] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

/** The names of the sets in each format. */
export const SET_NAMES: Readonly<Record<CsvFormat, PerSet<string>>> = {
  automl: perSet((set) => set),
  vertex: { TRAIN: 'training', TEST: 'test', VALIDATION: 'validation' },
};

/** Vertex AI lists JPEG, PNG, GIF, BMP and ICO for training; WebP only for prediction. */
export const isUnlisted = (uri: string, format: CsvFormat): boolean =>
  format === 'vertex' && /\.webp$/i.test(uri);
