/** What can be done with the runs of a dataset. */

import { isClassified } from '../../../../packages/formats/src/format.ts';
import { addresses } from '../../app/places/addresses.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';

/** @param detect asks for the name of a run of the detector */
export function modelCommands(
  { id, role, type, detector }: Dataset,
  { models }: Texts,
  detect: () => void,
): Command[] {
  if (!mayEdit(role)) return [];
  const send = { label: models.send, keys: ['n'], icon: 'plus', href: addresses.newModel(id) } as const;
  // Cloud Vision finds objects, and no classes of images.
  const canDetect = detector !== '' || !isClassified(type);
  return canDetect ? [send, { label: models.detect, run: detect }] : [send];
}
