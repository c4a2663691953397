/**
 * `Content-Disposition` of a file to be saved.
 * @param fileName plain ASCII without quotes
 */
export const attachment = (fileName: string): string => `attachment; filename="${fileName}"`;
