import type { IncomingMessage } from 'node:http';
import { denied, invalid } from './database-error.ts';
import { readText } from './json-body.ts';
import type { RestAnswer, RestRequest } from './rest-methods.ts';
import { parseRules } from './rules/rule-tree.ts';

/** `PUT /.settings/rules.json` by an admin: replaces the rules of one namespace, as in the emulator suite. */
export async function answerRules(rest: RestRequest, request: IncomingMessage): Promise<RestAnswer> {
  if (!rest.caller.admin) throw denied();
  if (rest.method !== 'PUT') return { status: 405, json: { error: 'Method not allowed' } };
  rest.namespace.rules = rulesOf(await readText(request));
  rest.namespace.dropUnreadable();
  return { status: 200, json: { status: 'ok' } };
}

function rulesOf(text: string) {
  try {
    return parseRules(text);
  } catch (error) {
    throw invalid((error as Error).message);
  }
}
