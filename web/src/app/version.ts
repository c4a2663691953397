declare const SIGHTLINE_VERSION: string;

/** The version of this release. The build puts it in. */
export const VERSION = SIGHTLINE_VERSION;
