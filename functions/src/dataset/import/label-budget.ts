import { ImportFault } from './import-fault.ts';

/** Bytes of labels that are held in memory until their images are imported. */
const MOST_HELD = 120 * 1024 * 1024;

/** Counts the memory that the labels of an archive take, so that no archive fills it. */
export class LabelBudget {
  #held = 0;

  /** @param bytes estimated @throws ImportFault */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > MOST_HELD)
      throw new ImportFault('its labels are too many for one import; split the archive into several');
  }
}
