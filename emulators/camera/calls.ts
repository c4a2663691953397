/** The monitor function's routes as a camera calls them: Spec 4.3, Contract 6. */
import type { Frame } from './frames.ts';
import type { CameraOptions } from './options.ts';
import type { Call } from './send.ts';

type Target = Pick<CameraOptions, 'url' | 'monitor' | 'dataset' | 'tag' | 'key' | 'raw'>;

const address = ({ url, monitor }: Target, action: string): string =>
  `${url}/monitor/${encodeURIComponent(monitor)}/${action}`;

const credentials = ({ key }: Target): Record<string, string> =>
  key === null ? {} : { authorization: `Bearer ${key}` };

export const sessionCall = (target: Target, action: 'start' | 'stop'): Call => ({
  method: 'GET',
  url: address(target, action),
  headers: credentials(target),
});

/** @param date Unix milliseconds; a retry sends the same one, so that the frame is known again. */
export function frameCall(target: Target, frame: Frame, date: number): Call {
  return target.raw ? rawCall(target, frame, date) : jsonCall(target, frame, date);
}

/** What is not told is left out: the service has defaults of its own. */
function told({ dataset, tag }: Target): Record<string, string> {
  return { ...(dataset === null ? {} : { dataset }), ...(tag === null ? {} : { tag }) };
}

function jsonCall(target: Target, { name, bytes }: Frame, date: number): Call {
  const image_data = { date, name, ...told(target) };
  return {
    method: 'POST',
    url: address(target, 'image'),
    headers: { ...credentials(target), 'content-type': 'application/json' },
    body: JSON.stringify({ image: bytes.toString('base64'), image_data }),
  };
}

function rawCall(target: Target, { name, bytes, mediaType }: Frame, date: number): Call {
  const query = new URLSearchParams({ date: String(date), name, ...told(target) });
  return {
    method: 'POST',
    url: `${address(target, 'image')}?${query}`,
    headers: { ...credentials(target), 'content-type': mediaType },
    body: bytes,
  };
}
