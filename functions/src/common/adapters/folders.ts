import { inParallel } from '../concurrency/in-parallel.ts';
import type { Folders } from '../records/record-ports.ts';
import { listObjects } from './object-list.ts';
import { objects } from './objects.ts';

/** Concurrent deletions. */
const PARALLEL = 8;

export const folders: Folders = {
  list: listObjects,

  async empty(prefix, end) {
    let isDone = true;
    async function* inTime() {
      for await (const { name } of listObjects(prefix)) {
        isDone = Date.now() <= end;
        if (!isDone) return;
        yield name;
      }
    }
    await inParallel(inTime(), PARALLEL, (name) => objects.remove(name));
    return isDone;
  },
};
