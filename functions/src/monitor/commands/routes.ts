/** What people tell a camera, and how it hears it (Contract 19). */
import * as z from 'zod/mini';
import { ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { data, done, refuse, targetOf } from '../manage/reply.ts';
import { monitorPath } from '../permit-monitor.ts';
import { askCommand, commandBody } from './ask-command.ts';
import { listCommands, waiting, waitQuery } from './list-commands.ts';
import { makeToken, tokenBody } from './make-token.ts';
import { commandPath, tellCommand, toldBody } from './tell-command.ts';

const common = { refuse, rate: 'curate' } as const;

export const commandRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'askCommand',
    at: 'POST /:monitor_id/command',
    role: 'editor of monitor',
    sample: () => ({ body: { command: 'settings', params: { exposure: 12.5, mode: 'fast', light: true } } }),
    summary: 'Tell a camera to do something',
    description:
      'The live state shows it (`controller.action`), and the camera takes it within 30 seconds or never, unless the camera itself says that it may be late. Commands reach it in their order, each once.',
    answers: () =>
      ok(
        'The command waits for the camera.',
        data({ id: z.int().check(about('1, 2, 3 … for each monitor.')) }),
      ),
    errors: ['monitor not found', 'upload invalid', 'commands enough'],
    action: 'command ask',
    params: monitorPath,
    body: commandBody,
    wrapped: true,
    keyed: true,
    handle: async (input) => {
      const { command, params } = input.body;
      const asked = { ...targetOf(input), command, params, requestKey: input.requestKey };
      return done(await askCommand(asked));
    },
  }),
  operation({
    ...common,
    id: 'listCommands',
    at: 'GET /:monitor_id/command',
    role: 'editor of monitor, or camera',
    sample: () => ({ query: { after: '1', wait: '1', late: 'false' } }),
    summary: 'Commands that the camera has yet to take',
    description:
      'With `wait`, the answer comes with the next command, or after so many seconds. One call of a key waits at a time, and few of all: where there is no room the answer comes at once. A camera that listens for long does so at the Realtime Database, with a token.',
    answers: () => ok('Oldest first.', data({ commands: z.array(waiting()) })),
    errors: ['monitor not found', 'upload invalid'],
    params: monitorPath,
    query: waitQuery,
    readOnly: true,
    handle: async ({ params, query, caller, signal }) => {
      const found = await listCommands({ monitor: params.monitor_id, ...query, caller, signal });
      const commands = found.map(({ id, command, params: given = {}, at }) => ({
        id,
        command,
        params: given,
        at,
      }));
      return done({ commands });
    },
  }),
  operation({
    ...common,
    id: 'tellCommand',
    at: 'POST /:monitor_id/command/:command',
    role: 'editor of monitor, or camera',
    sample: ({ params }) => ({
      params: { command: params.command ?? '1' },
      body: { state: 'failed', by: 'press-3', late: false, message: 'No light' },
    }),
    summary: 'Say that a command is taken, or done',
    description:
      'A camera takes a command before it carries it out; it must not carry out what it could not take. Repeating a request succeeds.',
    answers: () => ok('The live state shows it.', data({})),
    errors: ['monitor not found', 'upload invalid', 'command not found', 'command refused'],
    action: 'command tell',
    params: commandPath,
    body: toldBody,
    wrapped: true,
    handle: async ({ params, body, caller }) =>
      done(await tellCommand({ monitor: params.monitor_id, id: params.command, told: body, caller })),
  }),
  operation({
    ...common,
    id: 'makeToken',
    at: 'POST /:monitor_id/token',
    role: 'editor of monitor, or camera',
    sample: () => ({ body: { flow: ['exposure', 'temperature'] } }),
    summary: 'Get a token of the Realtime Database for a camera',
    description:
      'For a device key. With it the camera listens at `<path>/controller` without a call of this service, says there what it has taken and done, and writes its own numbers into `flow`, once a second. It ends within an hour, and with the key.',
    answers: () =>
      ok(
        'The token.',
        data({
          token: z.string(),
          until: z.number().check(about('When it ends, Unix milliseconds.')),
          database: z.string().check(about('Address of the database.')),
          path: z.string().check(about("The monitor's place in it.")),
        }),
      ),
    errors: ['monitor not found', 'upload invalid'],
    action: 'token make',
    params: monitorPath,
    body: tokenBody,
    wrapped: true,
    handle: async ({ params, body, caller }) =>
      done(await makeToken({ monitor: params.monitor_id, caller, numbers: body.flow })),
  }),
];
