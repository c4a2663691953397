/** Request schemas of the routes for exports (Contract 11). */
import * as z from 'zod/mini';
import { about, id, oneOf } from '../../common/http/input/fields.ts';
import { flag } from '../schema.ts';
import { FORMATS, IMAGE_MODES } from './export-format.ts';

export const exportQuery = z.object({
  format: oneOf('format', FORMATS).check(about('Whose format: docs/versions.md says what each holds.')),
  images: z
    .optional(oneOf('images', IMAGE_MODES))
    .check(
      about(
        'How a reader gets the images: `bytes` in the archive, `links` that expire after a day, or `none`. Usually bytes in archives, and links in files.',
      ),
    ),
  upright: flag(
    'upright',
    '`false`: pictures in an archive are as they were stored, even if their EXIF data turns them.',
    true,
  ),
  redirect: flag(
    'redirect',
    '`false`: a file that is fetched from Storage is answered with 200 and its link in the body.',
    true,
  ),
});

export const linkPath = z.object({
  dataset_id: id('Dataset id'),
  file: z.string().check(about("Name of the object within the dataset's folder.")),
});

const text = (name: string) => z.string(`${name} is required`);

export const linkQuery = z.object({
  grant: text('grant'),
  signature: text('signature'),
  redirect: flag('redirect', '`false`: the address is answered with 200, in the body.', true),
});
