/**
 * Writes `site.json` of a deployment: what the console cannot learn from Hosting's own configuration. The parameters are those
 * of the functions, `functions/.env.<project>`; `firebase deploy` sets the project in the environment.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readParameters } from '../deploy/read-parameters.ts';

const SITE = resolve(import.meta.dirname, '../.hosting');

const project = process.env.GCLOUD_PROJECT ?? '';
const parameters = project === '' ? {} : await readParameters(project);
const providers = (parameters.SIGN_IN_PROVIDERS ?? '').split(',').filter((name) => name !== '');
const site = {
  region: parameters.FUNCTIONS_REGION || 'us-central1',
  providers,
  hasEmbedder: Boolean(parameters.EMBEDDER_URL),
};
await writeFile(join(SITE, 'site.json'), `${JSON.stringify(site)}\n`);
