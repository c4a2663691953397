/** The routes for hooks (Contract 16): the same for each kind of record. */
import type { Caller } from '../access/caller.ts';
import { uidOf } from '../access/permit-maker.ts';
import { allowedHookHosts } from '../config.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import type { Result } from '../http/done.ts';
import type { Flaw } from '../http/input/parse.ts';
import { type Reply, type Route, route } from '../http/route.ts';
import type { Permit } from '../model.ts';
import type { DeliverPorts } from './deliver-messages.ts';
import type { HookOwner, HookPlace } from './hook-ports.ts';
import { changeHook, deleteHook, type HookPorts, listHooks, makeHook, showHook } from './manage-hooks.ts';
import { hookSchemas } from './schema.ts';
import { testHook } from './test-hook.ts';

/** What differs between the kinds. */
interface HookArea {
  kind: HookOwner['kind'];
  /** Of the routes' ids. */
  name: string;
  /** Bodies may be wrapped in `data`. */
  wrapped: boolean;
  missing: ErrorCode;
  refuse(flaw: Flaw): Error;
  done(more?: Result): Reply;
  /** @throws HttpError if the caller is not the owner of this record */
  requireOwned(id: string, caller: Caller): Promise<unknown>;
  mayOwn(id: string, caller: Caller): Permit;
  ports: HookPorts & DeliverPorts;
}

interface Asked {
  params: Readonly<Record<string, string>>;
  caller: Caller;
}

/** What the routes of one area share. */
function partsOf({ kind, requireOwned, refuse }: HookArea) {
  const schemas = hookSchemas(kind);
  const common = {
    refuse: (flaw: Flaw) =>
      flaw.place === 'params' && flaw.path[0] === 'hook'
        ? new HttpError('hook not found', { id: flaw.sent })
        : refuse(flaw),
    rate: 'curate',
  } as const;
  const ownerOf = async ({ params, caller }: Asked): Promise<HookOwner> => {
    const id = params[`${kind}_id`] ?? '';
    await requireOwned(id, caller);
    return { kind, id };
  };
  return {
    schemas,
    all: { ...common, path: `/:${kind}_id/hook`, params: schemas.all } as const,
    one: { ...common, path: `/:${kind}_id/hook/:hook`, params: schemas.one } as const,
    ownerOf,
    placeOf: async (asked: Asked): Promise<HookPlace> => ({
      owner: await ownerOf(asked),
      hook: asked.params.hook ?? '',
    }),
  };
}

export function hookRoutes(area: HookArea): Route[] {
  const parts = partsOf(area);
  return [...routesOfAll(area, parts), ...routesOfOne(area, parts)];
}

type Parts = ReturnType<typeof partsOf>;

const routesOfAll = (
  { name, wrapped, missing, ports, done, mayOwn }: HookArea,
  { schemas, all, ownerOf }: Parts,
): Route[] => [
  route({
    ...all,
    id: `make${name}`,
    methods: ['POST'],
    action: 'hook make',
    body: schemas.made,
    wrapped,
    handle: async (input) => {
      const owner = await ownerOf(input);
      const choosing = { choice: input.body, hosts: allowedHookHosts(), by: uidOf(input.caller) };
      const permit = mayOwn(owner.id, input.caller);
      return done(await makeHook({ owner, ...choosing, missing, permit }, ports));
    },
  }),
  route({
    ...all,
    id: `list${name}s`,
    methods: ['GET'],
    readOnly: true,
    handle: async (input) => done({ hooks: await listHooks(await ownerOf(input), ports) }),
  }),
];

const routesOfOne = ({ name, wrapped, ports, done }: HookArea, { schemas, one, placeOf }: Parts): Route[] => [
  route({
    ...one,
    id: `show${name}`,
    methods: ['GET'],
    readOnly: true,
    handle: async (input) => done(await showHook(await placeOf(input), ports)),
  }),
  route({
    ...one,
    id: `change${name}`,
    methods: ['PATCH'],
    action: 'hook change',
    body: schemas.change,
    wrapped,
    handle: async (input) => {
      const choosing = { choice: input.body, hosts: allowedHookHosts() };
      return done(await changeHook(await placeOf(input), choosing, ports));
    },
  }),
  route({
    ...one,
    id: `delete${name}`,
    methods: ['DELETE'],
    action: 'hook delete',
    handle: async (input) => done(await deleteHook(await placeOf(input), ports)),
  }),
  route({
    ...one,
    id: `test${name}`,
    methods: ['POST'],
    path: `${one.path}/test`,
    action: 'hook test',
    // Each one is a call of a stranger's server.
    rate: 'export',
    handle: async (input) => done(await testHook(await placeOf(input), ports)),
  }),
];
