/** What happens to files that were dropped on a dataset or chosen for it. Pure. */

/** MIME types and endings for the browser's choice of files. */
export const TAKEN_TYPES = ['image/jpeg', 'image/png', 'image/webp', '.zip'];

/** Archives are imported, not uploaded. */
export const isArchive = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed';

/** Browsers do not know the type of every picture: the service looks at the content. */
export const mayBePicture = ({ type }: Pick<File, 'type'>): boolean =>
  type === '' || type.startsWith('image/');

export interface DroppedFiles {
  uploads: File[];
  /** The one to import. */
  archive: File | null;
  /** Neither uploaded nor imported: a notice says so. */
  skipped: File[];
}

/** Without an archive everything is uploaded: the upload itself reports each file that is not a picture. */
export function sortDroppedFiles(files: readonly File[]): DroppedFiles {
  const archive = files.find(isArchive) ?? null;
  if (archive === null) return { uploads: [...files], archive, skipped: [] };
  const rest = files.filter((file) => file !== archive);
  const isUploaded = (file: File) => !isArchive(file) && mayBePicture(file);
  return { uploads: rest.filter(isUploaded), archive, skipped: rest.filter((file) => !isUploaded(file)) };
}
