/** The operations on the hooks of a dataset or a monitor (Contract 16). */

import * as z from 'zod/mini';
import { allowedHookHosts } from '../config.ts';
import { HttpError } from '../errors.ts';
import { ok } from '../http/done-answers.ts';
import type { Flaw } from '../http/input/parse.ts';
import { type Operation, operation } from '../http/operation.ts';
import { type OwnedArea, type OwnedRequest, recordOf, sparedOf } from '../owned-area.ts';
import { EVENTS, type HookOwner, type HookPlace } from './hook-ports.ts';
import { changeHook, deleteHook, listHooks, makeHook, showHook } from './manage-hooks.ts';
import { delivery, hookOf, hookSchemas, outcome, secret } from './shown-hook.ts';
import { testHook } from './test-hook.ts';

/** What the routes of one area share. */
function partsOf(area: OwnedArea) {
  const { kind, refuse, errors } = area;
  const schemas = hookSchemas(kind);
  const common = {
    refuse: (flaw: Flaw) =>
      flaw.place === 'params' && flaw.path[0] === 'hook'
        ? new HttpError('hook not found', { id: flaw.sent })
        : refuse(flaw),
    rate: 'curate',
  } as const;
  const ownerOf = async (request: OwnedRequest): Promise<HookOwner> => {
    const id = recordOf(area, request);
    await area.require(id, request.caller, 'owner');
    return { kind, id };
  };
  return {
    schemas,
    spared: sparedOf(kind),
    name: kind === 'dataset' ? 'Hook' : 'MonitorHook',
    gone: errors.filter((code) => code.endsWith('not found')),
    allAt: `/:${kind}_id/hook` as const,
    all: { ...common, params: schemas.all } as const,
    oneAt: `/:${kind}_id/hook/:hook` as const,
    one: { ...common, params: schemas.one } as const,
    ownerOf,
    placeOf: async (asked: OwnedRequest): Promise<HookPlace> => ({
      owner: await ownerOf(asked),
      hook: asked.params.hook ?? '',
    }),
  };
}

export function hookOperations(area: OwnedArea): Operation[] {
  const parts = partsOf(area);
  return [...operationsOfAll(area, parts), ...operationsOfOne(area, parts), ...otherOperations(area, parts)];
}

type Parts = ReturnType<typeof partsOf>;

const operationsOfAll = (
  { kind, wrapped, missing, errors, done, wrap, may }: OwnedArea,
  { name, spared, schemas, all, allAt, gone, ownerOf }: Parts,
): Operation[] => [
  operation({
    ...all,
    id: `make${name}`,
    at: `POST ${allAt}`,
    role: `owner of ${kind}`,
    sample: (known) => ({
      ...spared(known),
      body: { url: 'http://127.0.0.1:9/told', events: EVENTS[kind].slice(0, 2), name: 'Chat' },
    }),
    summary: `Create a hook of a ${kind}`,
    description:
      'For the owner. The address is told of these events from now on, each at least once and in their order, signed as Standard Webhooks has it. At most 10 hooks.',
    answers: () => ok('The hook is created.', wrap({ hook: hookOf(kind).hook, secret: secret() })),
    errors: [...errors, 'hooks enough'],
    action: 'hook make',
    body: schemas.made,
    wrapped,
    handle: async (input) => {
      const owner = await ownerOf(input);
      const choosing = { choice: input.body, hosts: allowedHookHosts() };
      const permit = may(owner.id, input.caller, 'owner');
      return done(await makeHook({ owner, ...choosing, missing, permit }));
    },
  }),
  operation({
    ...all,
    id: `list${name}s`,
    at: `GET ${allAt}`,
    role: `owner of ${kind}`,
    sample: spared,
    summary: `List the hooks of a ${kind}`,
    description: 'For the owner.',
    answers: () =>
      ok(
        'Oldest first.',
        wrap({ hooks: z.array(z.object(hookOf(kind)).check(z.meta({ id: `Listed${name}` }))) }),
      ),
    errors: gone,
    readOnly: true,
    handle: async (input) => done({ hooks: await listHooks(await ownerOf(input)) }),
  }),
];

const operationsOfOne = (
  { kind, wrapped, errors, done, wrap, may }: OwnedArea,
  { name, spared, schemas, one, oneAt, gone, placeOf }: Parts,
): Operation[] => [
  operation({
    ...one,
    id: `show${name}`,
    at: `GET ${oneAt}`,
    role: `owner of ${kind}`,
    sample: spared,
    summary: `Show a hook of a ${kind} and its last deliveries`,
    description: 'For the owner.',
    answers: () =>
      ok(
        'The hook, and its last 50 attempts, newest first.',
        wrap({ ...hookOf(kind), deliveries: z.array(delivery()) }),
      ),
    errors: [...gone, 'hook not found'],
    readOnly: true,
    handle: async (input) => done(await showHook(await placeOf(input))),
  }),
  operation({
    ...one,
    id: `change${name}`,
    at: `PATCH ${oneAt}`,
    role: `owner of ${kind}`,
    sample: (known) => ({
      ...spared(known),
      body: { url: 'https://127.0.0.1:9/', events: EVENTS[kind].slice(0, 1), name: 'Mail' },
    }),
    summary: `Change a hook of a ${kind}`,
    description: 'For the owner. One that was failing is tried again. Its secret stays.',
    answers: () => ok('The hook is changed.', wrap({})),
    errors: [...errors, 'hook not found', 'hook ended'],
    action: 'hook change',
    body: schemas.change,
    wrapped,
    handle: async (input) => {
      const place = await placeOf(input);
      const permit = may(place.owner.id, input.caller, 'owner');
      const choosing = { choice: input.body, hosts: allowedHookHosts(), permit };
      return done(await changeHook(place, choosing));
    },
  }),
];

const otherOperations = (
  { kind, done, wrap, may }: OwnedArea,
  { name, spared, one, oneAt, gone, placeOf }: Parts,
): Operation[] => [
  operation({
    ...one,
    id: `delete${name}`,
    at: `DELETE ${oneAt}`,
    role: `owner of ${kind}`,
    sample: (known) => ({ params: { ...spared(known).params, hook: known.doomed.hook } }),
    summary: `Delete a hook of a ${kind}`,
    description: 'For the owner. What has not been delivered is deleted too.',
    answers: () => ok('The hook is deleted.', wrap({})),
    errors: [...gone, 'hook not found'],
    action: 'hook delete',
    handle: async (input) => {
      const place = await placeOf(input);
      return done(await deleteHook(place, may(place.owner.id, input.caller, 'owner')));
    },
  }),
  operation({
    ...one,
    id: `test${name}`,
    at: `POST ${oneAt}/test`,
    role: `owner of ${kind}`,
    sample: spared,
    summary: `Send a test to a hook of a ${kind}`,
    description:
      'For the owner. One message of the type `test`, once. If it is delivered, a failing hook is tried again.',
    answers: () => ok('What became of it.', wrap({ delivered: z.boolean(), ...outcome() })),
    errors: [...gone, 'hook not found', 'hook ended'],
    action: 'hook test',
    // Each one is a call of a stranger's server.
    rate: 'export',
    handle: async (input) => done(await testHook(await placeOf(input))),
  }),
];
