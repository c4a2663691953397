/**
 * Contract 11: models that are trained from scratch on exports of the sample's scenes, by the lines of docs/train/training.md, learn
 * what the scenes show. Only with LONG: `LONG=1 npm run test:readers`.
 * @covers Contract 11 exports read by the libraries that people train with, by the lines of docs/train/training.md; trainings from scratch (`npm run test:readers`)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { LONG_TEST } from '../../support/limits.ts';
import type { MemoryVersions } from '../../support/memory-versions.ts';
import { readZip } from '../../support/read-zip.ts';
import { boltVersion, partVersion, surfaceVersion } from '../../support/sample-scenes.ts';
import { unpackFiles } from '../../support/unpack-files.ts';
import { findPython } from './python.ts';
import { classListBlock, lineOf } from './training-page.ts';

const { command, versions } = findPython();
const folder = mkdtempSync(join(tmpdir(), 'real-trainings-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Training {
  make(): Promise<MemoryVersions>;
  format: 'masks' | 'voc';
  unpacked: string;
  line: string;
  /** Above chance. */
  least: number;
}

const FOLDERS = {
  ...({ format: 'masks', unpacked: 'parts-v1-masks' } as const),
  line: `${classListBlock()}\n${lineOf('Folders with masks')}`,
};

/** `score`: share of right classes; F1 of boxes with half of their area; intersection over union of pixels. */
const TRAININGS: Readonly<Record<string, Training>> = {
  classify: { ...FOLDERS, make: () => boltVersion(360), least: 0.3 },
  detect: {
    ...{ format: 'voc', unpacked: 'parts-v1-voc/VOCdevkit/VOC2012', line: lineOf('Pascal VOC') },
    ...{ make: () => partVersion(300), least: 0.5 },
  },
  segment: { ...FOLDERS, make: () => surfaceVersion(180), least: 0.4 },
};

const why = !process.env.LONG
  ? 'only with LONG=1'
  : versions.torchvision
    ? null
    : 'torchvision is not installed';

for (const [name, training] of Object.entries(TRAININGS)) {
  const title = `${name} by torch ${versions.torch ?? ''} on ${training.format}`;
  if (why !== null) test.skip(`${title}: ${why}`, () => {});
  else test(title, () => train(name, training), 2 * LONG_TEST);
}

async function train(name: string, { make, format, unpacked, line, least }: Training): Promise<void> {
  const root = join(folder, name);
  await unpackFiles(await readZip((await (await make()).export(format)).bytes), join(root, unpacked));
  execFileSync(command, [join(import.meta.dirname, 'train.py'), name, root, line], { stdio: 'inherit' });
  const { score, chance } = JSON.parse(readFileSync(join(root, 'result.json'), 'utf8'));
  console.log(`${name}: ${score.toFixed(3)}, by chance ${chance.toFixed(3)}`);
  expect(score - chance).toBeGreaterThan(least);
}
