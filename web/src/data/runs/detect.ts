/** Runs of a dataset's detector, or Cloud Vision, over all of its images (Contract 16). How far one is, its record says. */
import { useStore } from '../live/store.ts';
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';
import { Works } from '../works.ts';

/** The run that this tab goes on with. `error`: why it has stopped. */
interface DetectWork {
  number: number;
  error: Error | null;
}

const works = new Works<DetectWork>();

export const useDetectWork = (dataset: string): DetectWork | null => useStore(works.store(dataset));

/** What has been found is kept: any tab can go on. */
export const stopDetecting = (dataset: string): void => works.drop(dataset);

/** @returns its number */
export async function beginDetecting(dataset: string, name: string): Promise<number> {
  // One key for all attempts, so that one run is made.
  const key = crypto.randomUUID();
  const { number } = await untilAnswered(() =>
    service().datasets(dataset).runs.make({ name, source: 'detect' }, { key }),
  );
  void goOnDetecting(dataset, number);
  return number;
}

/** Until it is ready, or fails: a detector that is away is asked again by a person. */
export const goOnDetecting = (dataset: string, number: number): Promise<void> =>
  works.run(
    dataset,
    async ({ show, signal }) => {
      show({ number, error: null });
      await service().datasets(dataset).runs.detect(number, { signal });
      works.drop(dataset);
    },
    (error) => ({ number, error }),
  );
