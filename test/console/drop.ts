import type { Page } from 'playwright-core';

export interface Dropped {
  name: string;
  type: string;
  bytes: number[];
}

/** As by the mouse: the files come with the event. */
export async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  await page.evaluate((all) => {
    const data = new DataTransfer();
    for (const { name, type, bytes } of all)
      data.items.add(new File([new Uint8Array(bytes)], name, { type, lastModified: 1_790_000_000_000 }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

/** Folders and files of the disk, as from a file manager. */
export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await session.detach();
}
