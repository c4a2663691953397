/** What can be done with the versions of a dataset. */
import { addresses } from '../../app/places/addresses.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';

export const versionCommands = ({ id, role }: Dataset, text: Texts): Command[] =>
  mayEdit(role)
    ? [{ label: text.newVersion, keys: ['n'], icon: 'plus', href: addresses.newVersion(id) }]
    : [];

/** What can be done with an image that differs. */
export const diffCommands = (onEdit: () => void, text: Texts): Command[] => [
  { label: text.openImage, keys: ['e'], run: onEdit },
];
