import type { JobKind } from '../../../../packages/records/src/lists.ts';
import type { Job } from '../../common/jobs/job.ts';
import type { Kind } from '../../common/jobs/kind.ts';

/** Each is loaded when there is work of it. */
const KINDS: Readonly<Record<JobKind, () => Promise<Kind>>> = {
  accept: async () => (await import('../suggest/accept/review-acceptance.ts')).acceptJob,
  compare: async () => (await import('../runs/judge/compare-runs.ts')).compareJob,
  detect: async () => (await import('../runs/detect/detect-run.ts')).detectJob,
  embed: async () => (await import('../suggest/embed-job.ts')).embedJob,
  evaluate: async () => (await import('../runs/judge/evaluate-run.ts')).evaluateJob,
  export: async () => (await import('../formats/export-job.ts')).exportJob,
  import: async () => (await import('../import/import-job.ts')).importJob,
  merge: async () => (await import('../tags/merge-job.ts')).mergeJob,
  purge: async () => (await import('../curate/purge-job.ts')).purgeJob,
  recount: async () => (await import('../refresh-counters.ts')).recountJob,
  retain: async () => (await import('../retain/retain-job.ts')).retainJob,
  select: async () => (await import('../curate/select/change-selection.ts')).selectJob,
  suggest: async () => (await import('../suggest/make-suggestions.ts')).suggestJob,
  undo: async () => (await import('../curate/undo-job.ts')).undoJob,
  version: async () => (await import('../version/version-job.ts')).versionJob,
};

export const kindOf = ({ kind }: Job): Promise<Kind> => KINDS[kind]();
