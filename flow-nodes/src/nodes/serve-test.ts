/**
 * `POST /sightline/test` of the editor, for people who may deploy, and only from the editor's own page. A stored key is sent to
 * no other address than the one that it is used with.
 */
import { isForeign } from '../../../editor-plugin/src/runtime/is-foreign.ts';
import { defaultFolder } from '../camera.ts';
import { monitorOf } from './monitor-node.ts';
import type { Handler, Red, Request } from './red.ts';
import { type Finding, testConnection } from './test-connection.ts';

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

/** A form of another site is never JSON, whatever its browser says of itself. */
const isOfEditor = (request: Request): boolean =>
  !isForeign(request) && /^application\/json\b/.test(request.headers['content-type'] ?? '');

const answer =
  (red: Red): Handler =>
  (request, response) => {
    if (!isOfEditor(request)) return response.status(403).json({ error: 'not a request of the editor' });
    const body = (request.body ?? {}) as Record<string, unknown>;
    const text = (name: string): string => (typeof body[name] === 'string' ? body[name].trim() : '');
    if (text('id') === '') return response.status(400).json({ error: 'id is missing' });
    const address = fromEnvironment(text('address'));
    const typed = text('key');
    const isElsewhere = typed === UNCHANGED && monitorOf(red, text('id'))?.address !== address;
    const stored = () => (isElsewhere ? undefined : red.nodes.getCredentials(text('id'))?.key);
    const withReason = (each: Finding): Finding =>
      isElsewhere && each.check === 'monitor' && each.outcome === 'fails'
        ? { ...each, reason: red._('test.type-again') }
        : each;
    testConnection({
      address,
      monitor: text('monitor'),
      deviceKey: (typed === UNCHANGED ? stored() : typed) || undefined,
      folder: text('folder') || defaultFolder(red.settings.userDir ?? '.', text('id')),
    }).then(
      (findings) => response.json({ findings: findings.map(withReason) }),
      ({ message }: Error) => response.status(500).json({ error: message }),
    );
  };
