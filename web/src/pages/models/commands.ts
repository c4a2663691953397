/** What can be done with the runs of a dataset. */
import { addresses } from '../../app/places/addresses.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';

export const modelCommands = ({ id, role }: Dataset, { models }: Texts): Command[] =>
  mayEdit(role) ? [{ label: models.send, keys: ['n'], icon: 'plus', href: addresses.newModel(id) }] : [];
