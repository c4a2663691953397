import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ListedMember } from '../../../../client/src/curate/records.ts';
import { Confirm } from '../../app/confirm.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { usePerson } from '../../data/account.ts';
import { nameOf, type SharedRecord, useRoles } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Menu, MenuItem } from '../../ui/frame/menu.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { Line } from '../../ui/lines/lines.tsx';
import { initials, isServiceAccount } from './address.ts';
import { useEnding } from './ending.tsx';
import styles from './people.module.css';
import { RoleChoice } from './role-choice.tsx';
import { useRoleChanges } from './use-role-changes.ts';

interface PersonLineProps {
  record: SharedRecord;
  person: ListedMember;
}

/** One person with their role, and the controls that the signed-in person may use on it. */
export function PersonLine({ record, person }: PersonLineProps) {
  const text = useText();
  const self = usePerson();
  const name = nameOf(person);
  const isSelf = self?.uid === person.uid;
  const mayChange = record.role === 'owner' && person.role !== 'owner';
  const { change, remove } = useRoleChanges(record);
  const { guard, dialog } = useEnding(record);
  const holder = { who: person.uid, name, role: person.role };
  return (
    <Line
      mark={initials(name)}
      name={isSelf ? text.isYou(name) : name}
      {...(person.address !== name && { details: person.address })}
    >
      {mayChange ? (
        <RoleChoice
          label={text.roleOf(name)}
          role={person.role}
          onChange={(role) => void guard(person, () => change(holder, role))}
        />
      ) : (
        <span className={styles.role}>{text[`role_${person.role}`]}</span>
      )}
      {mayChange && (
        <PersonMenu
          record={record}
          person={person}
          onRemove={() => void guard(person, () => remove(holder))}
        />
      )}
      {mayChange && dialog}
      {isSelf && person.role !== 'owner' && <Leave record={record} uid={person.uid} />}
    </Line>
  );
}

function PersonMenu({ record, person, onRemove }: PersonLineProps & { onRemove: () => void }) {
  const text = useText();
  const { set } = useRoles()(record);
  const [isAsking, ask] = useState(false);
  const name = nameOf(person);
  // An administrator: this needs nobody's consent.
  const isSelf = usePerson()?.uid === person.uid;
  return (
    <>
      <Menu label={name} button={<IconButton label={text.moreFor(name)} icon={<MoreIcon />} />}>
        {!isServiceAccount(person) && <MenuItem onAction={() => ask(true)}>{text.makeOwner}</MenuItem>}
        <MenuItem danger onAction={onRemove}>
          {text.remove}
        </MenuItem>
      </Menu>
      <Confirm
        title={isSelf ? text.takeOver : text.handOverTo(name)}
        verb={isSelf ? text.takeOver : text.handOver}
        isOpen={isAsking}
        onClose={() => ask(false)}
        onConfirm={() => set(person.uid, 'owner')}
      >
        {isSelf ? text.becomeOwnerHint : text.handOverHint(name)}
      </Confirm>
    </>
  );
}

function Leave({ record, uid }: { record: SharedRecord; uid: string }) {
  const text = useText();
  const [, go] = useLocation();
  const { leave } = useRoles()(record);
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button onPress={() => ask(true)}>{text.leave}</Button>
      <Confirm
        title={text.leaveRecord(record.name)}
        verb={text.leave}
        isOpen={isAsking}
        onClose={() => ask(false)}
        onConfirm={async () => {
          await leave(uid);
          go(addresses.home);
        }}
      >
        {text.leaveHint}
      </Confirm>
    </>
  );
}
