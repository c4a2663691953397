/** The list of benches; `node test/bench/benches.ts <name>` measures one and sends its rows to `bench.ts`. */
import type { Row } from './row.ts';
import type { SoakFlags } from './soak.ts';

export const BENCHES: Record<
  string,
  (flags: SoakFlags & { photos?: string; sets?: string }) => Promise<readonly Row[]>
> = {
  backlog: async () => (await import('./backlog.ts')).benchBacklog(),
  cold: async () => (await import('./cold.ts')).benchCold(),
  console: async () => (await import('./console.ts')).benchConsole(),
  cost: async () => (await import('./cost.ts')).benchCost(),
  counters: async () => (await import('./counters.ts')).benchCounters(),
  crops: async () => (await import('./crops.ts')).benchCrops(),
  csv: async () => (await import('./csv.ts')).benchCsv(),
  curate: async () => (await import('./curate.ts')).benchCurate(),
  defects: async ({ sets }) => (await import('./defects.ts')).benchDefects(sets),
  editor: async () => (await import('./editor.ts')).benchEditor(),
  exports: async () => (await import('./exports.ts')).benchExports(),
  fair: async () => (await import('./fair.ts')).benchFair(),
  git: async () => (await import('./git.ts')).benchGit(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  jobs: async () => (await import('./jobs.ts')).benchJobs(),
  'label-rest': async () => (await import('./label-rest.ts')).benchLabelRest(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  runs: async () => (await import('./runs.ts')).benchRuns(),
  soak: async (flags) => (await import('./soak.ts')).benchSoak(flags),
  suggest: async ({ photos }) => (await import('./suggest.ts')).benchSuggest(photos),
  versions: async () => [
    ...(await (await import('./versions.ts')).benchVersions()),
    ...(await (await import('./import.ts')).benchImport()),
  ],
  zip: async () => (await import('./zip.ts')).benchZip(),
};

/** They take many minutes, so they run only if they are named. */
export const LONG = ['defects', 'exports', 'jobs', 'label-rest', 'memory', 'soak'];

if (import.meta.main) {
  process.once('disconnect', () => process.exit());
  const [name, flags] = process.argv.slice(2) as [string, string];
  const rows = await BENCHES[name]?.(JSON.parse(flags));
  process.send?.(rows, () => process.exit());
}
