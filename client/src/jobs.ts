import type { Job } from './api.ts';
import { JobsCalls } from './calls.ts';
import { followJob, type JobOptions } from './group.ts';

export type { Job } from './api.ts';

/** Long work on a dataset, which goes on by itself. */
export class Jobs extends JobsCalls {
  /** Waits until a job is over. @returns the job: its `state` says how it ended, `result` what it has made */
  wait(job: number, options: Omit<JobOptions, 'key'> = {}): Promise<Job> {
    return followJob(this.resource.at(job), options);
  }
}
