import { circlePath, type Pose, ring, short } from './geometry.ts';
import type { Random } from './random.ts';
import type { Shape } from './shape.ts';
import { faceGradient, type Tone } from './tones.ts';

/** A round, unmachined pump cover: flange, bolt holes, curved blades, hub, rough skin. */
export function drawCasting(random: Random, tone: Tone, pose: Pose, id: string): Shape {
  const outline = ring(180, 0.46);
  const holes = boltHoles(random) + circlePath(0, 0, 0.075);
  const markup =
    `<defs>${faceGradient(`${id}f`, tone, pose.turn, 0.46)}${faceGradient(`${id}d`, { high: tone.low, face: tone.face, low: tone.high }, pose.turn, 0.4)}</defs>` +
    `<path fill-rule="evenodd" fill="url(#${id}f)" d="${circlePath(0, 0, 0.46)}${holes}"/>` +
    `<circle r=".335" fill="url(#${id}d)"/><circle r=".335" fill="none" stroke="#45494b" stroke-width=".014" stroke-opacity=".55"/>` +
    `<circle r=".447" fill="none" stroke="${tone.high}" stroke-width=".01" stroke-opacity=".8"/>` +
    blades(random, tone) +
    hub(id, tone) +
    skin(random);
  return { label: 'casting', outline, holes: '', markup };
}

function boltHoles(random: Random): string {
  const count = random.pick([5, 6, 8]);
  return ring(count, 0.395, random.next())
    .map(({ x, y }) => circlePath(x, y, 0.03))
    .join('');
}

function blades(random: Random, tone: Tone): string {
  const count = random.whole(5, 7);
  const blade = 'M.12 0C.2.02.27.07.31.14';
  return Array.from({ length: count }, (_, index) => {
    const turn = short((index * 360) / count);
    return (
      `<g transform="rotate(${turn})" fill="none" stroke-linecap="round"><path stroke="#4c5052" stroke-opacity=".5" stroke-width=".05" d="${blade}" transform="translate(.008 .01)"/>` +
      `<path stroke="${tone.face}" stroke-width=".04" d="${blade}"/><path stroke="${tone.high}" stroke-width=".012" d="${blade}"/></g>`
    );
  }).join('');
}

function hub(id: string, tone: Tone): string {
  return (
    `<circle r=".15" fill="#4c5052" opacity=".5" cx=".006" cy=".008"/><circle r=".14" fill="url(#${id}f)"/>` +
    `<circle r=".125" fill="none" stroke="${tone.high}" stroke-width=".012"/>` +
    `<circle r=".075" fill="#26292b"/><circle r=".08" fill="none" stroke="#3b3f41" stroke-width=".012"/>`
  );
}

/** Grains of the sand mould. */
function skin(random: Random): string {
  return Array.from({ length: 420 }, () => {
    const [angle, distance] = [random.between(0, 6.283), Math.sqrt(random.next()) * 0.445];
    const shade = random.next() < 0.5 ? '#2f3233' : '#ffffff';
    return `<circle cx="${short(Math.cos(angle) * distance)}" cy="${short(Math.sin(angle) * distance)}" r="${short(random.between(0.002, 0.006))}" fill="${shade}" opacity=".16"/>`;
  }).join('');
}
