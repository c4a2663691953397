/** @covers Contract 12: what Hosting serves */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { siteFiles } from '../../emulators/stack/hosting.ts';

test('a file that goes while it is opened ends its connection; the next one is served', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sightline-site-'));
  await writeFile(join(root, 'page.txt'), 'a page');
  const read = siteFiles(root, '.');
  let isGone = true;
  const server = createServer(async (request, response) => {
    const file = await read(request, request.url ?? '/');
    if (isGone) file?.stream.destroy(new Error('ENOENT: no such file or directory, open'));
    file?.stream.pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page.txt`;
  try {
    await expect(fetch(address)).rejects.toThrow('fetch failed');
    isGone = false;
    expect(await (await fetch(address)).text()).toBe('a page');
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(root, { recursive: true });
  }
});
