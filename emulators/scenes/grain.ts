import { cloud, type Pixels } from './background.ts';
import { Random } from './random.ts';

/**
 * Adds the effects of lamp and sensor to a picture, in place: a soft spot of light that falls off toward the corners,
 * uneven glass, and grain. No two pixels of a plain area stay equal.
 * @param amount standard deviation of the grain, in steps of 0-255.
 */
export function lightAndGrain(pixels: Pixels, seed: number, amount: number): Pixels {
  const random = new Random(seed, 2);
  const { width, height } = pixels;
  const data = new Uint8ClampedArray(pixels.data.buffer, pixels.data.byteOffset, pixels.data.length);
  const uneven = cloud(random, width, height, 120);
  const [lampX, lampY] = [random.between(0.3, 0.7), random.between(0.25, 0.6)];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const far = (x / width - lampX) ** 2 + (y / height - lampY) ** 2;
      const light = 1.08 - 0.34 * far + 0.02 * uneven(x, y);
      const grain = random.bell() * amount;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        data[at] = data[at]! * light + grain + random.between(-0.4, 0.4) * amount;
      }
    }
  }
  return pixels;
}
