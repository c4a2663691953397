/** Texts about jobs: long work that goes on by itself. */
import type { JobKind } from '../../../../packages/records/src/lists.ts';

export const jobs = {
  title: 'Jobs',
  hint: 'Long work goes on by itself: you can close the page. Jobs are listed for 30 days after their end.',
  none: 'No jobs yet',
  noneHint: 'Imports, new versions and other long work on this dataset are listed here.',
  open: (count: number) => (count === 1 ? '1 job running' : `${count} jobs running`),
  kinds: {
    import: 'Import',
    version: 'Version',
    export: 'Export',
    embed: 'Embedding of images',
    suggest: 'Suggestions',
    accept: 'Acceptance of suggestions',
    undo: 'Taking back',
    select: 'Change of many images',
    merge: 'Merge of classes',
    detect: 'Detection',
    evaluate: 'Evaluation',
    compare: 'Comparison',
    purge: 'Final deletion',
    recount: 'Count',
    retain: 'Clean-up',
  } satisfies Record<JobKind, string>,
  states: {
    queued: 'Waiting',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  of: (done: string, total: string) => `${done} of ${total} images`,
  cancel: 'Cancel job',
  goTo: 'Open',
  ended: (job: string) => `${job}: done`,
  failed: (job: string, reason: string) => `${job} failed: ${reason}`,
};
