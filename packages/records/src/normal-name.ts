/** Contract 4: names of a tag for parts without defects, in any case. */
const NORMAL_NAMES = new Set(['normal', 'good', 'ok']);
export const isNormalName = (name: string): boolean => NORMAL_NAMES.has(name.trim().toLowerCase());
