/** Near copies: crops, turns and shifts of drawn scenes that are recognized, and different scenes that are taken for copies. */
import sharp, { type Sharp } from 'sharp';
import { Random } from '../../../emulators/scenes/random.ts';
import {
  likeness,
  NEAR_COPY,
  openSignature,
  type Signature,
  signatureOf,
} from '../../../packages/look/src/signature.ts';
import { figure, type Row } from '../row.ts';
import { mean } from './picture-set.ts';
import { decode, type Kind } from './pictures.ts';

const [WIDTH, HEIGHT] = [640, 480];
const [CROPPED, SHIFTED, DEGREES] = [0.92, 0.95, 3];

/** Pairs of pictures of one scene, and the scene itself. */
interface Copies {
  scene: Signature;
  crop: readonly [Signature, Signature];
  turn: readonly [Signature, Signature];
  shift: readonly [Signature, Signature];
}

const WAYS = ['crop', 'turn', 'shift'] as const;

export async function copyRows(scenes: Record<Kind, readonly Buffer[]>): Promise<Row[]> {
  const copies = new Map<string, Copies[]>();
  for (const [kind, jpegs] of Object.entries(scenes))
    copies.set(kind, await Promise.all(jpegs.map((jpeg, at) => copy(jpeg, new Random(at)))));
  const all = [...copies.values()].flat();
  const found = (list: readonly Copies[], way: (typeof WAYS)[number]) =>
    mean(list.map((each) => Number(isCopy(...each[way]))));
  const mistaken = [...copies].map(([kind, list]) => ({
    kind,
    share: mean(strangers(list).map(([a, b]) => Number(isCopy(a, b)))),
  }));
  return [
    ...WAYS.map((way) => ({
      ...figure(`suggest: near copies by ${way} found`, found(all, way), 'found'),
      bar: '>= 0.75',
      note: [...copies].map(([kind, list]) => `${kind} ${found(list, way).toFixed(2)}`).join(', '),
    })),
    {
      ...figure(
        'suggest: different scenes taken for near copies',
        mean(mistaken.map(({ share }) => share)) * 1000,
        'of 1,000 pairs',
      ),
      bar: '<= 1',
      note: mistaken.map(({ kind, share }) => `${kind} ${(share * 1000).toFixed(1)}`).join(', '),
    },
  ];
}

const isCopy = (a: Signature, b: Signature): boolean => likeness(a, b) >= NEAR_COPY;

/** All pairs of scenes of a kind, and of a scene and another one's crop. */
const strangers = (list: readonly Copies[]): (readonly [Signature, Signature])[] =>
  list.flatMap((a, at) =>
    list.flatMap((b, other) => (at === other ? [] : [[a.scene, other > at ? b.scene : b.crop[1]] as const])),
  );

async function copy(jpeg: Buffer, random: Random): Promise<Copies> {
  const scene = await sign(sharp(jpeg));
  const [cropWidth, cropHeight] = [Math.round(WIDTH * CROPPED), Math.round(HEIGHT * CROPPED)];
  const corner = { left: random.whole(0, WIDTH - cropWidth), top: random.whole(0, HEIGHT - cropHeight) };
  const turned = await sharp(jpeg)
    .rotate(random.pick([-DEGREES, DEGREES]))
    .toBuffer({ resolveWithObject: true });
  // Its inner part, without the corners that nothing fills.
  const inner = {
    left: Math.round((turned.info.width - cropWidth) / 2),
    top: Math.round((turned.info.height - cropHeight) / 2),
  };
  const [width, height] = [Math.round(WIDTH * SHIFTED), Math.round(HEIGHT * SHIFTED)];
  const cut = (
    from: Buffer,
    place: { left: number; top: number },
    size = { width: cropWidth, height: cropHeight },
  ) => sign(sharp(from).extract({ ...place, ...size }));
  // What a camera sees before and after it moved: two windows, to both sides and up or down.
  const isUp = random.next() < 0.5;
  const windows = [
    { left: 0, top: isUp ? 0 : HEIGHT - height },
    { left: WIDTH - width, top: isUp ? HEIGHT - height : 0 },
  ].map((place) => cut(jpeg, place, { width, height }));
  return {
    scene,
    crop: [scene, await cut(jpeg, corner)],
    turn: [scene, await cut(turned.data, inner)],
    shift: (await Promise.all(windows)) as [Signature, Signature],
  };
}

/** Of the picture as a file that was compressed again. */
const sign = async (picture: Sharp): Promise<Signature> =>
  openSignature(signatureOf(await decode(await picture.jpeg({ quality: 80 }).toBuffer())));
