import type { Job } from '../../data/jobs.ts';
import type { Texts } from '../../text/en.ts';
import { addresses } from '../places/addresses.ts';

/** `Version 3`: what it makes, or works on. */
export function nameOfJob({ kind, input, number }: Job, { jobs, ...text }: Texts): string {
  if (kind === 'version') return text.version(Number(input?.version ?? number));
  return `${jobs.kinds[kind]} ${number}`;
}

/** The page that shows what comes of it, and where it can be started again. */
export function pageOfJob(dataset: string, { kind, input, state }: Job): string {
  const [version, run] = [Number(input?.version), Number(input?.run)];
  // One that was not made is gone.
  if (kind === 'version')
    return state === 'done' ? addresses.version(dataset, version) : addresses.versions(dataset);
  if (kind === 'export') return addresses.version(dataset, version);
  if (kind === 'import') return addresses.import(dataset);
  if (run > 0) return addresses.model(dataset, run);
  return addresses.dataset(dataset);
}
