/** The link that makes a phone a camera. */

export interface CameraKey {
  /** Id. */
  monitor: string;
  /** A device key of it. */
  key: string;
}

/** What is after # is sent to no server. */
export const captureLink = (origin: string, { monitor, key }: CameraKey): string =>
  `${origin}/capture#${new URLSearchParams({ monitor, key })}`;

export function readLink(fragment: string): CameraKey | null {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const [monitor, key] = [said.get('monitor'), said.get('key')];
  return monitor && key ? { monitor, key } : null;
}
