/** Hooks of a dataset or monitor (Contract 16). That the caller owns it is decided before. */
import { hooks } from '../adapters/firestore/hooks/hooks.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import { isId } from '../ids.ts';
import { noteLogFields } from '../log.ts';
import type { Permit } from '../model.ts';
import type { Hook, HookChoice, HookOwner, HookPlace } from './hook-ports.ts';
import { requireHookUrl } from './hook-url.ts';

/** @param hosts that may be private, or use http */
interface Choosing<Choice> {
  choice: Choice;
  hosts: readonly string[];
}

interface Making extends Choosing<Omit<HookChoice, 'name'> & { name?: string | undefined }> {
  owner: HookOwner;
  /** The error if the record is gone by now. */
  missing: ErrorCode;
  permit: Permit;
}

/**
 * Creates a hook. Its secret is returned only here.
 * @throws HttpError `missing`, `bad parameter`, `hooks enough`
 */
export async function makeHook({
  owner,
  choice,
  hosts,
  missing,
  permit,
}: Making): Promise<{ hook: string; secret: string }> {
  const { url, events, name = '' } = choice;
  requireHookUrl('url', url, hosts);
  const made = await hooks.create(owner, { url, events: distinct(events), name }, permit);
  if (made === null) throw new HttpError(missing, { id: owner.id });
  if (made === 'too many') throw new HttpError('hooks enough');
  noteLogFields({ hook: made.hook });
  return made;
}

export const listHooks = async (owner: HookOwner) => (await hooks.list(owner)).map(shown);

/** With its deliveries. @throws HttpError `hook not found` */
export async function showHook(place: HookPlace) {
  const hook = await requireHook(place);
  return { ...shown(hook), deliveries: hook.deliveries };
}

/**
 * Changes a hook. One that was failing is tried again.
 * @throws HttpError `bad parameter`, `hook not found`, `hook ended`
 */
export async function changeHook(
  place: HookPlace,
  {
    choice,
    hosts,
    permit,
  }: Choosing<{ [Field in keyof HookChoice]?: HookChoice[Field] | undefined }> & { permit: Permit },
): Promise<void> {
  const { id } = await requireHook(place);
  const { url, events, name } = choice;
  if (url !== undefined) requireHookUrl('url', url, hosts);
  const fields = {
    ...(url !== undefined && { url }),
    ...(events && { events: distinct(events) }),
    ...(name !== undefined && { name }),
  };
  if (!(await hooks.change(place, fields, permit))) throw new HttpError('hook ended', { id });
}

/** @throws HttpError `hook not found` */
export async function deleteHook(place: HookPlace, permit: Permit): Promise<void> {
  await requireHook(place);
  await hooks.remove(place, permit);
}

/** @throws HttpError `hook not found` */
export async function requireHook(place: HookPlace): Promise<Hook> {
  const { hook: id } = place;
  const hook = isId(id) ? await hooks.find(place) : null;
  if (!hook) throw new HttpError('hook not found', { id });
  noteLogFields({ hook: id });
  return hook;
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const shown = ({ id: hook, deliveries, ...rest }: Hook) => ({ hook, ...rest });
