/**
 * An object's name as the image routes take it (Spec 2.4): every `/` as `--`. A name that contains `--`, or a `-` before a
 * `/`, shares its encoded form with other names; the image record stores this form for the lookup.
 */
export const encodeObjectName = (name: string): string => name.replaceAll('/', '--');
