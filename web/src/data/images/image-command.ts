import { siteConfig } from '../firebase.ts';

/**
 * The command that sends an image as a monitor.
 * @param key a device key, or a placeholder for one
 * @param dataset default: the monitor's own
 */
export const imageCommand = (monitor: string, key: string, dataset?: string): string =>
  `curl -X POST -H 'X-Device-Key: ${key}' -H 'Content-Type: image/jpeg' --data-binary @picture.jpg '${siteConfig().baseUrl}/monitor/${monitor}/image${dataset === undefined ? '' : `?dataset=${dataset}`}'`;
