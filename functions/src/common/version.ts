/** The version of this release. The build puts it in; commands that run from their sources have none. */
export const VERSION = process.env.SIGHTLINE_VERSION ?? '';
