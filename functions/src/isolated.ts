/** Not called by users: the entry point of processes that can be killed (common/isolated/), and of their watchdogs. */
import { useCompileCache } from './compile-cache.ts';
import { serveIsolated } from './common/isolated/serve.ts';

useCompileCache();
serveIsolated({
  evaluate: async () => (await import('./dataset/runs/judge/evaluation/isolated-evaluate.ts')).evaluate,
  compare: async () => (await import('./dataset/runs/judge/evaluation/isolated-compare.ts')).compare,
});
