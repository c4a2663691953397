/** Hooks of a dataset (Contract 16). Its owner makes them. */
import { uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import type { Hook, HookChoice, Hooks } from '../../common/hooks/hook-ports.ts';
import { isHookUrl } from '../../common/hooks/hook-url.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets } from '../../common/ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

export interface HookPorts {
  datasets: Datasets;
  hooks: Hooks;
}

export interface HookTarget extends Target {
  hook: string;
}

export const hookTargetOf = ({
  params,
  caller,
}: { params: { dataset_id: string; hook: string } } & Pick<Target, 'caller'>): HookTarget => ({
  dataset: params.dataset_id,
  hook: params.hook,
  caller,
});

/** @param hosts that may be private, or use http */
interface Choosing<Choice> {
  choice: Choice;
  hosts: readonly string[];
}

/**
 * Creates a hook. Its secret is returned only here.
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`, `hooks enough`
 */
export async function makeHook(
  input: Target & Choosing<Omit<HookChoice, 'name'> & { name?: string | undefined }>,
  { datasets, hooks }: HookPorts,
): Promise<{ hook: string; secret: string }> {
  const { id } = await requireDataset(input, 'owner', datasets);
  const { url, events, name = '' } = input.choice;
  requireHookUrl(url, input.hosts);
  const made = await hooks.create(id, { url, events: distinct(events), name, by: uidOf(input.caller) });
  if (made === null) throw new HttpError('dataset not found', { id });
  if (made === 'too many') throw new HttpError('hooks enough');
  noteLogFields({ hook: made.hook });
  return made;
}

/** @throws HttpError `dataset not found`, `forbidden` */
export async function listHooks(input: Target, { datasets, hooks }: HookPorts) {
  const { id } = await requireDataset(input, 'owner', datasets);
  return (await hooks.list(id)).map(shown);
}

/** With its deliveries. @throws HttpError `dataset not found`, `forbidden`, `hook not found` */
export async function showHook(input: HookTarget, ports: HookPorts) {
  const hook = await requireHook(input, ports);
  return { ...shown(hook), deliveries: hook.deliveries };
}

/**
 * Changes a hook. One that was failing is tried again.
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`, `hook not found`, `hook ended`
 */
export async function changeHook(
  input: HookTarget & Choosing<{ [Field in keyof HookChoice]?: HookChoice[Field] | undefined }>,
  ports: HookPorts,
): Promise<void> {
  const { id } = await requireHook(input, ports);
  const { url, events, name } = input.choice;
  if (url !== undefined) requireHookUrl(url, input.hosts);
  const fields = {
    ...(url !== undefined && { url }),
    ...(events && { events: distinct(events) }),
    ...(name !== undefined && { name }),
  };
  if (!(await ports.hooks.change(input.dataset, id, fields))) throw new HttpError('hook ended', { id });
}

/** @throws HttpError `dataset not found`, `forbidden`, `hook not found` */
export async function deleteHook(input: HookTarget, ports: HookPorts): Promise<void> {
  const { id } = await requireHook(input, ports);
  await ports.hooks.remove(input.dataset, id);
}

/** @throws HttpError `dataset not found`, `forbidden`, `hook not found` */
export async function requireHook(input: HookTarget, { datasets, hooks }: HookPorts): Promise<Hook> {
  await requireDataset(input, 'owner', datasets);
  const { dataset, hook: id } = input;
  const hook = isId(id) ? await hooks.find(dataset, id) : null;
  if (!hook) throw new HttpError('hook not found', { id });
  noteLogFields({ hook: id });
  return hook;
}

function requireHookUrl(url: string, hosts: readonly string[]): void {
  if (!isHookUrl(url, hosts))
    throw new HttpError('bad parameter', {
      reason: 'url must be an https address without user name and password',
    });
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const shown = ({ id: hook, url, events, name, by, createdAt, failing, ended }: Hook) => ({
  ...{ hook, url, events, name, by, createdAt, failing, ended },
});
