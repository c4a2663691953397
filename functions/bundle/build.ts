/** `npm run build`: `lib/`, which is what the deployed functions run. */
import { join } from 'node:path';
import { bundle, FUNCTIONS } from './bundle.ts';

await bundle([join(FUNCTIONS, 'src/index.ts')], process.argv[2] ?? join(FUNCTIONS, 'lib'));
