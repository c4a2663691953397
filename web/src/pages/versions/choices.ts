import type { Version } from '../../data/versions/versions.ts';
import type { Texts } from '../../text/en.ts';

/** Null if the text is not the number of a version, or of a run. */
export const toNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** Versions to choose from, by their numbers. */
export const toChoices = (versions: readonly Version[], text: Texts) =>
  versions.map(({ number, name }) => ({
    id: String(number),
    label: name === '' ? text.version(number) : `${text.version(number)}, ${name}`,
  }));
