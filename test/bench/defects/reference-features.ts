/** What a program without learned weights usually looks at: gradients, texture and colour. */
import { type Pixels, shrink } from '../../../packages/look/src/pixels.ts';
import { patternsOf } from '../../../packages/look/src/texture.ts';
import { colourAndHog } from '../suggest/colour-and-hog.ts';

const SIDE = 256;

export function gradientsTextureColour(pixels: Pixels): Int8Array {
  const { light } = shrink(pixels, Math.min(SIDE, pixels.width), Math.min(SIDE, pixels.height));
  return Int8Array.of(...colourAndHog(pixels), ...patternsOf(light).map((share) => Math.round(share * 127)));
}
