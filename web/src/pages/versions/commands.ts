/** What can be done with the versions of a dataset. */
import { addresses } from '../../app/places/addresses.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import type { Texts } from '../../text/en.ts';
import type { Action, Command } from '../../ui/command.ts';

export const versionCommands = ({ id, role }: Dataset, text: Texts): Command[] =>
  mayEdit(role)
    ? [{ label: text.newVersion, keys: ['n'], icon: 'plus', href: addresses.newVersion(id) }]
    : [];

interface DiffGiven {
  move: (by: number) => void;
  onEdit: () => void;
  onClose: () => void;
}

/** What can be done with an image that differs. */
export const diffCommands = ({ move, onEdit, onClose }: DiffGiven, text: Texts): Action[] => [
  { label: text.next, keys: ['ArrowRight'], run: () => move(1) },
  { label: text.previous, keys: ['ArrowLeft'], run: () => move(-1) },
  { label: text.openInEditor, keys: ['e'], run: onEdit },
  { label: text.models.showTiles, keys: ['Escape'], run: onClose },
];
