import { closedPath, type Point, type Pose, short } from './geometry.ts';
import type { Random } from './random.ts';
import type { Shape, Thread } from './shape.ts';
import { barrelGradient, type Tone } from './tones.ts';

/** A hexagon bolt lying on its side, its axis along x. */
export function drawBolt(random: Random, tone: Tone, pose: Pose, id: string, bare?: Thread): Shape {
  const thread = { from: random.between(-0.2, 0), to: random.between(0.5, 0.66), radius: 0.135 };
  const outline = boltOutline(thread);
  const markup =
    `<defs>${barrelGradient(`${id}s`, tone, pose.turn, thread.radius)}${barrelGradient(`${id}h`, tone, pose.turn, 0.3)}</defs>` +
    `<path fill="url(#${id}s)" d="${closedPath(outline)}"/>${headMarkup(id, tone)}${threadMarkup(thread, tone, bare)}`;
  return { label: 'bolt', outline, holes: '', markup, thread };
}

function boltOutline({ to, radius }: Thread): Point[] {
  const upper = [
    { x: -0.62, y: -0.26 },
    { x: -0.58, y: -0.3 },
    { x: -0.38, y: -0.3 },
    { x: -0.38, y: -radius },
    { x: to - 0.05, y: -radius },
    { x: to, y: -radius * 0.7 },
  ];
  return [...upper, ...upper.map(({ x, y }) => ({ x, y: -y })).reverse()];
}

/** Three facets of the hexagon from the side, and the washer face below it. */
function headMarkup(id: string, tone: Tone): string {
  return (
    `<path fill="url(#${id}h)" d="M-.62-.26L-.58-.3H-.38V.3H-.58L-.62.26Z"/>` +
    `<path fill="${tone.low}" opacity=".55" d="M-.6-.28L-.58-.3H-.41V-.155H-.62V-.26Z"/>` +
    `<path fill="${tone.low}" opacity=".75" d="M-.62.155H-.41V.3H-.58L-.62.26Z"/>` +
    `<path fill="none" stroke="${tone.high}" stroke-width=".012" d="M-.615-.155H-.41M-.615.155H-.41"/>` +
    `<rect x="-.41" y="-.27" width=".03" height=".54" fill="${tone.face}" opacity=".8"/>`
  );
}

/** Slanted turns of the thread; none between `bare.from` and `bare.to`, where the thread is missing. */
function threadMarkup(thread: Thread, tone: Tone, bare?: Thread): string {
  let dark = '';
  let light = '';
  for (let x = thread.from; x < thread.to - 0.09; x += 0.042) {
    if (bare && x > bare.from - 0.03 && x < bare.to) continue;
    const line = (shift: number): string =>
      `M${short(x + shift)} ${-thread.radius}L${short(x + shift + 0.022)} ${thread.radius}`;
    dark += line(0);
    light += line(0.016);
  }
  return (
    `<path fill="none" stroke="#3c4043" stroke-opacity=".62" stroke-width=".015" d="${dark}"/>` +
    `<path fill="none" stroke="${tone.high}" stroke-opacity=".6" stroke-width=".01" d="${light}"/>`
  );
}
