import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files and folders of an archive, as an unpacker writes them. */
export async function unpackFiles(files: ReadonlyMap<string, Buffer>, root: string): Promise<void> {
  for (const [path, bytes] of files) {
    const isFolder = path.endsWith('/');
    await mkdir(isFolder ? join(root, path) : dirname(join(root, path)), { recursive: true });
    if (!isFolder) await writeFile(join(root, path), bytes);
  }
}
