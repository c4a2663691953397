import type { FormatFacts } from '../src/format.ts';

export const kitti = {
  title: 'KITTI',
  in: {
    sign: 'text files in a folder label_2 (KITTI)',
    recognizedBy: '`label_2/<name>.txt` with 15 or 16 columns, images in `image_2/`',
    labels: 'boxes',
  },
} satisfies FormatFacts;
