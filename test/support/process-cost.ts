/** Memory (bytes) and processor time (the kernel's ticks of 10 ms) of a process, as Linux counts them. */
import { readFile, writeFile } from 'node:fs/promises';

async function memory(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

/** Current memory. */
export const residentOf = (pid: number): Promise<number> => memory(pid, 'VmRSS');
/** Maximum memory so far. */
export const peakOf = (pid: number): Promise<number> => memory(pid, 'VmHWM');

/** Maximum memory during the work, minus the memory before it. */
export async function memoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await residentOf(pid);
  // Resets the maximum.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  await work();
  return (await peakOf(pid)) - before;
}

/** Processor time so far; other processes do not change it. */
export async function ticksOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

export const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
