import type { IncomingMessage } from 'node:http';
import { readText } from './json-body.ts';
import { denied, invalid } from './refusal.ts';
import type { RestAnswer, RestRequest } from './rest-methods.ts';
import { parseRules } from './rules/rule-tree.ts';

/** `PUT /.settings/rules.json` by an admin: other rules for one namespace, as the emulator suite has it. */
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
