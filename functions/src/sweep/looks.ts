/** `--looks`: computes the look (Contract 4) of image records that have none from their thumbnails. */
import { UnreadablePicture } from '../common/images/decoding.ts';
import { readLook } from '../common/images/pictures.ts';
import { looks } from './adapters/looks.ts';
import { type Completed, completeRecords, countTrue } from './complete.ts';

/**
 * @param isDry only count
 * @param say gets a line for each record whose thumbnail is missing or cannot be decoded
 */
export const makeLooks = (isDry: boolean, say: (line: string) => void): Promise<Completed> =>
  completeRecords(looks.missing(), (ids) => makeSome(ids, say), { isDry, say });

async function makeSome(ids: readonly string[], say: (line: string) => void): Promise<number> {
  const thumbnails = await looks.thumbnails(ids);
  const made = ids.map(async (id) => {
    const look = await lookOrNull(thumbnails.get(id));
    if (look === null) say(`image/${id} has no thumbnail that can be decoded`);
    return look !== null && looks.save(id, look);
  });
  return countTrue(made);
}

async function lookOrNull(thumbnail: Buffer | undefined): Promise<string | null> {
  try {
    return thumbnail ? await readLook(thumbnail) : null;
  } catch (error) {
    if (error instanceof UnreadablePicture) return null;
    throw error;
  }
}
