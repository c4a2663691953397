import { siteConfig } from '../firebase.ts';

/**
 * The command that sends an image as a monitor.
 * @param key a device key, or a placeholder for one
 * @param dataset default: the monitor's own
 */
export const imageCommand = (monitor: string, key: string, dataset?: string): string =>
  `curl -X POST -H 'X-Device-Key: ${key}' -H 'Content-Type: image/jpeg' --data-binary @picture.jpg '${siteConfig().baseUrl}/monitor/${monitor}/image${dataset === undefined ? '' : `?dataset=${dataset}`}'`;

/** The command that lists the newest image of a dataset as a job. @param key a key of the dataset */
export const datasetCommand = (dataset: string, key: string): string =>
  `curl -H 'Authorization: Bearer ${key}' '${siteConfig().baseUrl}/dataset/${encodeURIComponent(dataset)}/images?limit=1'`;
