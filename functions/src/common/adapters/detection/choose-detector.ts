import type { Vision } from '../../images/detection-ports.ts';

/**
 * The detector at an address, else Cloud Vision. Loaded when it is first asked, because the client of Cloud Vision is the largest
 * import of all.
 */
export const chooseDetector = async (address: string | undefined): Promise<Vision> =>
  address ? (await import('./own-detector.ts')).detectorAt(address) : (await import('./vision.ts')).vision;
