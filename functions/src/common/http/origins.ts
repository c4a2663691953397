/**
 * Origins whose pages may call the functions and read files from the bucket: the project's own Hosting sites (Contract 12) and
 * those of the parameter `CORS_ORIGINS`, separated by commas. Never `*`.
 */
export const allowedOrigins = (project: string, listed = ''): string[] => [
  ...new Set([
    ...hostingOrigins(project),
    ...listed
      .split(',')
      .map((each) => each.trim())
      .filter(isOrigin),
  ]),
];

const isOrigin = (text: string): boolean => /^https?:\/\/[^/*]+$/.test(text);

/** The default site. `demo-` is the prefix of projects that exist only in emulators, and somebody else may own their site. */
const hostingOrigins = (project: string): string[] =>
  project === '' || project.startsWith('demo-')
    ? []
    : [`https://${project}.web.app`, `https://${project}.firebaseapp.com`];
