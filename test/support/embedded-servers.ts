/** Program: runs the local stack's embedded servers in one process, as the launcher does. Prints their ports as JSON. */
import { startDatabase } from '../../emulators/database/server.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import { startVision } from '../../emulators/vision/server.ts';

const rules = JSON.stringify({ rules: { '.read': true, '.write': true } });
const [database, storage, vision] = await Promise.all([
  startDatabase({ port: 0, rules }),
  startStorage({ port: 0, buckets: ['pictures', 'a', 'b'] }),
  startVision({ port: 0, readObject: () => Promise.reject(new Error('not there')) }),
]);
console.log(JSON.stringify({ database: database.port, storage: storage.port, vision: vision.port }));
process.on('SIGTERM', () => {
  void Promise.all([database.close(), storage.close(), vision.close()]).then(() => process.exit());
});
