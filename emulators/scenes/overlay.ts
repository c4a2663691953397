import sharp, { type Sharp } from 'sharp';
import type { Mark } from './marks.ts';
import { silhouette } from './parts.ts';
import { type Placed, transform } from './placement.ts';

export const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

/** sharp's SVG loader may be blocked in this process, as the functions do to guard uploads: drawings need it. */
export function openSvg(drawing: string): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  return sharp(Buffer.from(drawing));
}

/** Everything on the background: soft shadows, then parts, then their defects. */
export function overlay(
  placed: readonly Placed[],
  marks: readonly Mark[],
  width: number,
  height: number,
): string {
  const parts = placed
    .map((each) => `<g transform="${transform(each.pose)}">${each.shape.markup}</g>`)
    .join('');
  const defects = marks.map((mark, index) => inPlace(mark, mark.markup, `c${index}`)).join('');
  return svg(width, height, shadows(placed) + parts + defects);
}

/** Drawn content in the frame of its part, clipped to that part. */
export function inPlace({ transform: move, clip }: Mark, content: string, id: string): string {
  if (clip === '') return content;
  return `<g transform="${move}"><clipPath id="${id}">${clip}</clipPath><g clip-path="url(#${id})">${content}</g></g>`;
}

/** The lamp is at the upper left: a wide soft shadow to the lower right and a narrow dark one at the contact. */
function shadows(placed: readonly Placed[]): string {
  if (placed.length === 0) return '';
  const shapes = placed
    .map(
      ({ shape, pose }) =>
        `<path transform="${transform(pose)}" fill-rule="evenodd" d="${silhouette(shape)}"/>`,
    )
    .join('');
  const blur = (id: string, deviation: number): string =>
    `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
  return (
    `<defs>${blur('wide', 6)}${blur('near', 1.8)}</defs>` +
    `<g fill="#000" opacity=".55" filter="url(#wide)" ><g transform="translate(8 9)">${shapes}</g></g>` +
    `<g fill="#000" opacity=".5" filter="url(#near)"><g transform="translate(2.2 2.6)">${shapes}</g></g>`
  );
}
