import { type Contrast, findContrast } from './background.ts';
import { boxArea, type Component, findComponents, mergeNested } from './components.ts';
import { findForeground } from './foreground.ts';
import { close } from './morphology.ts';
import { type Picture, readPicture } from './picture.ts';
import { nameShape, type ShapeName } from './shape.ts';

/** One object. Edges are normalized 0-1, `score` is 0.5 to 1. */
export interface Found {
  name: ShapeName;
  score: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Minimum share of the picture that a box covers; smaller objects are dust. */
const LEAST_AREA = 0.0006;

/** Finds objects that differ from the background, best first. @throws if the bytes are not an image */
export async function localizeObjects(bytes: Buffer): Promise<Found[]> {
  const picture = await readPicture(bytes);
  const contrast = findContrast(picture);
  const { width, height } = picture;
  const marks = close(findForeground(contrast, width), width, 2);
  return mergeNested(findComponents(marks, width))
    .filter((each) => boxArea(each) >= LEAST_AREA * width * height)
    .map((component) => describe(component, contrast, picture))
    .sort((a, b) => b.score - a.score);
}

function describe(component: Component, contrast: Contrast, { width, height }: Picture): Found {
  const { left, top, right, bottom } = component;
  return {
    name: nameShape(component, width),
    score: scoreOf(component, contrast),
    left: left / width,
    top: top / height,
    right: (right + 1) / width,
    bottom: (bottom + 1) / height,
  };
}

/** Depends first on contrast against noise, then on size. */
function scoreOf({ pixels }: Component, { distance, noise }: Contrast): number {
  let sum = 0;
  for (const at of pixels) sum += distance[at]!;
  const clear = 1 - Math.exp(-sum / pixels.length / (40 + 4 * noise));
  const large = 1 - Math.exp((-30 * pixels.length) / distance.length);
  return 0.5 + 0.35 * clear + 0.14 * large;
}
