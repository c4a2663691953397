import type { Random } from './random.ts';

/** Colours of one material: lit edge, face, shaded edge. All clearly brighter than the belt. */
export interface Tone {
  high: string;
  face: string;
  low: string;
}

export const TONES: readonly Tone[] = [
  { high: '#f6f8f9', face: '#c4c9cc', low: '#8d9498' },
  { high: '#f3f6fb', face: '#b9c4cf', low: '#848f9c' },
  { high: '#fbf8ef', face: '#cfc9bb', low: '#968f80' },
  { high: '#fff1c4', face: '#dbb767', low: '#9f7b38' },
  { high: '#ffe0c9', face: '#d39a76', low: '#9c6546' },
];

export const CAST_TONES: readonly Tone[] = [
  { high: '#dfe1e0', face: '#aeb1b0', low: '#7d807f' },
  { high: '#e3dfd8', face: '#b3aea6', low: '#807c75' },
];

export const someTone = (random: Random): Tone => random.pick(TONES);

/**
 * Gradient of a flat face, lit from the upper left of the picture whatever the part's rotation.
 * @param reach half the length of the gradient, in part units.
 */
export function faceGradient(id: string, tone: Tone, turn: number, reach: number): string {
  const angle = ((225 - turn) * Math.PI) / 180;
  const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach].map((value) => value.toFixed(3));
  return (
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x}" y1="${y}" x2="${-Number(x)}" y2="${-Number(y)}">` +
    `<stop offset="0" stop-color="${tone.high}"/><stop offset=".45" stop-color="${tone.face}"/>` +
    `<stop offset="1" stop-color="${tone.low}"/></linearGradient>`
  );
}

/** Gradient across a lying cylinder (its axis along x), bright on the side facing the light. */
export function barrelGradient(id: string, tone: Tone, turn: number, radius: number): string {
  const facesUp = Math.cos(((turn - 45) * Math.PI) / 180) >= 0;
  const side = facesUp ? -radius : radius;
  return (
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${side}" x2="0" y2="${-side}">` +
    `<stop offset="0" stop-color="${tone.face}"/><stop offset=".3" stop-color="${tone.high}"/>` +
    `<stop offset=".6" stop-color="${tone.face}"/><stop offset="1" stop-color="${tone.low}"/></linearGradient>`
  );
}
