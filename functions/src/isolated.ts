/** Not called by users: the entry point of processes that can be killed (common/isolated/), and of their watchdogs. */

import { serveIsolated } from './common/isolated/serve.ts';
import { useCompileCache } from './compile-cache.ts';

useCompileCache();
serveIsolated({
  evaluate: async () => (await import('./dataset/runs/judge/evaluation/isolated-evaluate.ts')).evaluate,
  compare: async () => (await import('./dataset/runs/judge/evaluation/isolated-compare.ts')).compare,
  checkArchive: async () => (await import('./dataset/import/isolated-check.ts')).checkArchive,
  runArchive: async () => (await import('./dataset/import/isolated-run.ts')).runArchive,
  gatherTold: async () => (await import('./dataset/runs/isolated-told.ts')).gatherTold,
  traceMask: async () => (await import('./dataset/formats/outline/isolated-trace.ts')).traceMask,
  checkFile: async () => (await import('./dataset/runs/upload/isolated-upload.ts')).checkFile,
  gatherFile: async () => (await import('./dataset/runs/upload/isolated-upload.ts')).gatherFile,
});
