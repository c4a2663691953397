/** Masks in the bucket, as the editor reads and writes them (Contract 9: PUT mask/image). */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';

/** The PNG files of an image's masks, as stored. @throws SightlineError; Error if one cannot be read */
export async function downloadMasks(
  dataset: string,
  image: string,
): Promise<{ id: string; tag: string; png: Uint8Array<ArrayBuffer> }[]> {
  const { links } = await service().datasets(dataset).images.links([image]);
  return Promise.all(
    (links[image]?.masks ?? []).map(async ({ id, tag, url }) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`Storage answered ${answer.status}.`);
      return { id, tag, png: new Uint8Array(await answer.arrayBuffer()) };
    }),
  );
}

/** A link to the original. */
export async function pictureLink(dataset: string, image: string): Promise<string> {
  const { links } = await service().datasets(dataset).images.links([image]);
  const url = links[image]?.url;
  if (url === undefined) throw new Error('The image has no link.');
  return url;
}

/** Waits while the service cannot be reached. @throws SightlineError 409 if the image has another revision than `seen` */
export const putMask = (
  { uri }: ListedImage,
  tag: string,
  png: Uint8Array<ArrayBuffer>,
  seen: number,
  mask: string,
): Promise<string> => untilAnswered(() => service().images(uri).putMask(tag, png, { seen, mask }));

/** Waits while the service cannot be reached. @throws SightlineError 409 if the image has another revision than `seen` */
export const deleteMask = ({ uri }: ListedImage, tag: string, seen: number, mask: string): Promise<void> =>
  untilAnswered(() => service().images(uri).deleteMask(tag, { seen, mask }));
