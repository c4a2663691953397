/** Runs of a dataset's detector, or Cloud Vision, over all of its images (Contract 16). A job looks at them. */
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';

/** @returns the number of the new run */
export async function beginDetecting(dataset: string, name: string): Promise<number> {
  // One key for all attempts, so that one run is made.
  const key = crypto.randomUUID();
  const { number } = await untilAnswered(() =>
    service().datasets(dataset).runs.make({ name, source: 'detect' }, { key }),
  );
  // Its page shows the job, and why it has failed.
  void goOnDetecting(dataset, number).catch(() => {});
  return number;
}

/** Starts the job, and follows it to its end: it goes on if the page is left. */
export async function goOnDetecting(dataset: string, number: number): Promise<void> {
  await untilAnswered(() => service().datasets(dataset).runs.detect(number));
}

/** What has been found is kept, and whoever may edit can go on. */
export async function stopDetecting(dataset: string, job: number): Promise<void> {
  await service().datasets(dataset).jobs.cancel(job);
}
