import type { Kind } from '../../common/jobs/kind.ts';

/** Takes back an acceptance, or the change of a selection. */
export const undoJob: Kind = {
  async work(doing) {
    if (doing.job.input.acceptance !== undefined)
      return (await import('../suggest/accept/undo-acceptance.ts')).workOnUndoing(doing);
    return (await import('./select/undo-selection.ts')).undoChange(doing);
  },
};
