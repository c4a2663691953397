/**
 * All files that were dropped, also those of folders, but for hidden ones in there.
 * @throws DOMException if one cannot be read
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<File[]> {
  // The items are gone when the event has ended.
  const dropped = [...transfer.items].map((item) => [item.webkitGetAsEntry(), item.getAsFile()] as const);
  const files = dropped.map(([entry, file]) => (isFolder(entry) ? filesIn(entry) : file ? [file] : []));
  return (await Promise.all(files)).flat();
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[][] = [];
  for (;;) {
    // A hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (entries.length === 0) return files.flat();
    for (const entry of entries)
      if (isFolder(entry)) files.push(await filesIn(entry));
      else if (!entry.name.startsWith('.')) files.push([await fileOf(entry as FileSystemFileEntry)]);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((done, failed) => entry.file(done, failed));
