/** The nodes, as Node-RED loads them. */
import { registerCommand } from './command-node.ts';
import { registerMonitor } from './monitor-node.ts';
import type { Red } from './red.ts';
import { serveTest } from './serve-test.ts';
import { registerSession } from './session-node.ts';
import { registerTags } from './tags-node.ts';
import { registerUpload } from './upload-node.ts';

/** Node-RED loads the module itself as a function, so it has no other export. */
export default function sightline(red: Red): void {
  for (const register of [registerMonitor, registerSession, registerUpload, registerTags, registerCommand])
    register(red);
  serveTest(red);
}
