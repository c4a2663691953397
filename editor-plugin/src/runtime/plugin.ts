/** The runtime half of the plugin: the git operations as admin routes of the editor (Spec 4.4, Contract 7). */
import { OPERATIONS } from '../../../packages/git/src/operations/operations.ts';
import { answer, type Route } from './answer.ts';
import { HttpError } from './http-error.ts';
import type { Handler, Red, Request, Response } from './red.ts';
import { serveLogin } from './serve-login.ts';
import { serveOperation } from './serve-operation.ts';
import { serveWatch } from './serve-watch.ts';

interface Row {
  name: string;
  method: 'GET' | 'POST';
  permission: 'read' | 'write';
  route: Route;
}

/** The editor loads the module itself as the plugin, so it has no other export. */
export default function plugin(red: Red): void {
  red.plugins.registerPlugin('sightline-git', {
    type: 'node-red-sightline-git',
    settings: { '*': { exportable: false } },
  });
  if (red.settings.httpAdminRoot === false) return;
  const more: Row[] = [
    { name: 'watch', method: 'POST', permission: 'read', route: serveWatch(red) },
    { name: 'login', method: 'POST', permission: 'write', route: serveLogin(red) },
  ];
  const operations = OPERATIONS.map((each): Row => ({ ...each, route: serveOperation(red, each) }));
  const rows = [...operations, ...more];
  for (const row of rows) addRoute(red, row);
  red.httpAdmin.all('/service-git/:name', needs(red, 'read'), (request, response) =>
    turnAway(red, rows, request, response),
  );
}

const needs = (red: Red, permission: Row['permission']): Handler =>
  red.auth.needsPermission(`git-control.${permission}`);

function addRoute(red: Red, { name, method, permission, route }: Row): void {
  const add = method === 'GET' ? 'get' : 'post';
  red.httpAdmin[add](`/service-git/${name}`, needs(red, permission), answer(red, name, route));
}

/** Answers what no route matches: an unknown name, or a known one with another method. */
function turnAway(red: Red, rows: readonly Row[], request: Request, response: Response): void {
  const known = rows.find(({ name }) => name === request.params.name);
  if (known !== undefined) response.set('Allow', known.method);
  const refuse = async (): Promise<object> => {
    throw new HttpError(known === undefined ? 'unknown_route' : 'method_not_allowed');
  };
  answer(red, request.params.name ?? '', refuse)(request, response);
}
