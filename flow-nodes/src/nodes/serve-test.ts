/** `POST /sightline/test` of the editor, for people who may deploy. */
import { defaultFolder } from '../camera.ts';
import type { Handler, Red } from './red.ts';
import { testConnection } from './test-connection.ts';

/** What the editor shows in place of a stored credential. */
const UNCHANGED = '__PWRD__';

export function serveTest(red: Red): void {
  if (red.settings.httpAdminRoot === false) return;
  red.httpAdmin.post('/sightline/test', red.auth.needsPermission('flows.write'), answer(red));
}

/** As Node-RED does with a property that is `${NAME}`. */
const fromEnvironment = (value: string): string => {
  const name = /^\$\{(\w+)\}$/.exec(value)?.[1];
  return name === undefined ? value : (process.env[name] ?? value);
};

const answer =
  (red: Red): Handler =>
  (request, response) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const text = (name: string): string => (typeof body[name] === 'string' ? body[name].trim() : '');
    if (text('id') === '') return response.status(400).json({ error: 'id is missing' });
    const typed = text('key');
    const key = typed === UNCHANGED ? red.nodes.getCredentials(text('id'))?.key : typed;
    testConnection({
      address: fromEnvironment(text('address')),
      monitor: text('monitor'),
      deviceKey: key || undefined,
      folder: text('folder') || defaultFolder(red.settings.userDir ?? '.', text('id')),
    }).then(
      (findings) => response.json({ findings }),
      ({ message }: Error) => response.status(500).json({ error: message }),
    );
  };
