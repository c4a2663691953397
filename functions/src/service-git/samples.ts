/** Bodies of a valid request of each git operation that takes one, by its name. */
import type { Known } from '../common/http/sample.ts';

export const SAMPLES: Readonly<Record<string, (known: Known) => object>> = {
  log: ({ commit }) => ({ maxCount: 10, before: commit, ref: 'main' }),
  show: ({ commit }) => ({ commitRef: commit }),
  diff: () => ({ path: 'flows.json', staged: false, from: 'HEAD~1', to: 'HEAD' }),
  'validate-checkout': () => ({ targetRef: 'HEAD~1' }),
  add: () => ({ files: ['README.md'] }),
  unstage: () => ({ files: ['README.md'] }),
  discard: () => ({ files: ['README.md'] }),
  commit: () => ({ message: 'A change' }),
  checkout: () => ({ commitRef: 'HEAD~1' }),
  'create-branch': ({ commit }) => ({ branch: 'side', commitRef: commit }),
  'switch-branch': () => ({ branch: 'main' }),
  'delete-branch': () => ({ branch: 'side' }),
  'rename-branch': () => ({ branch: 'side', newName: 'other' }),
  'set-upstream': () => ({ branch: 'main', upstream: 'origin/main' }),
  reset: () => ({ commitRef: 'HEAD', resetMode: 'soft' }),
  revert: () => ({ commitRef: 'HEAD' }),
  fetch: () => ({ remote: 'origin', prune: false }),
  pull: () => ({ remote: 'origin', branch: 'main', resolutions: { 'flows.json': 'ours' } }),
  push: () => ({ remote: 'origin', branch: 'side' }),
  resolve: () => ({ choices: { a1b2: 'ours' }, resolutions: { 'flows.json': 'theirs' } }),
  unlock: () => ({ olderThanSeconds: 600 }),
};
