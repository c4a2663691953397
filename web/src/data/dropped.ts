/** What becomes of files that were dropped on a dataset or chosen for it. Pure. */

/** Whether a file is an archive, which is imported. */
export const isArchive = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed';

/** Browsers do not know the type of every picture: the service looks at its content. */
export const mayBePicture = ({ type }: Pick<File, 'type'>): boolean =>
  type === '' || type.startsWith('image/');

export interface Dropped {
  uploads: File[];
  /** To be imported; null if there is none. */
  archive: File | null;
  /** Neither uploaded nor imported: people are told. */
  left: File[];
}

/** Without an archive everything is uploaded: the upload itself names each file that is not a picture. */
export function sortDropped(files: readonly File[]): Dropped {
  const archive = files.find(isArchive) ?? null;
  if (archive === null) return { uploads: [...files], archive, left: [] };
  const rest = files.filter((file) => file !== archive);
  const isUploaded = (file: File) => !isArchive(file) && mayBePicture(file);
  return { uploads: rest.filter(isUploaded), archive, left: rest.filter((file) => !isUploaded(file)) };
}
