import type { ListedPeople } from '../../../../client/src/curate/records.ts';
import { addresses } from '../../app/places/addresses.ts';
import { copyText } from '../../app/state/toasts.ts';
import type { SharedRecord } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { IconButton } from '../../ui/form/button.tsx';
import { LinkIcon, TrashIcon } from '../../ui/icons.tsx';
import { Line } from '../../ui/lines/lines.tsx';
import { initials } from './address.ts';
import { RoleChoice } from './role-choice.tsx';
import { useRoleChanges } from './use-role-changes.ts';

interface InvitationLineProps {
  record: SharedRecord;
  invitation: NonNullable<ListedPeople['invitations']>[number];
}

/** An address that was invited and whose owner has not signed in yet. */
export function InvitationLine({ record, invitation: { address, role } }: InvitationLineProps) {
  const text = useText();
  const { change, remove } = useRoleChanges(record);
  const place = record.kind === 'dataset' ? addresses.dataset(record.id) : addresses.monitor(record.id);
  const holder = { who: address, name: address, role };
  return (
    <Line mark={initials(address)} name={address}>
      <RoleChoice label={text.roleOf(address)} role={role} onChange={(next) => void change(holder, next)} />
      <IconButton
        label={text.copyLinkFor(address)}
        icon={<LinkIcon />}
        onPress={() => void copyText(new URL(place, location.origin).href, text)}
      />
      <IconButton
        label={text.takeBack(address)}
        icon={<TrashIcon />}
        onPress={() => void remove(holder, text.uninvited(address))}
      />
    </Line>
  );
}
