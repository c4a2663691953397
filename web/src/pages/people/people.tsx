import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { MonitorPlace } from '../../app/places/monitor-place.tsx';
import { WithMonitor } from '../../app/places/with-record.tsx';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import { usePerson } from '../../data/account.ts';
import { type SharedRecord, usePeople } from '../../data/records/people.ts';
import { useText } from '../../text/use-text.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Lines } from '../../ui/lines/lines.tsx';
import { AddPerson } from './add-person.tsx';
import { Cameras } from './cameras.tsx';
import { InvitationLine } from './invitation-line.tsx';
import { OfferLine } from './offer-line.tsx';
import { PersonLine } from './person-line.tsx';
import { Programs } from './programs.tsx';

export const DatasetPeople = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="people">
    {(dataset) => <People record={{ kind: 'dataset', ...dataset }} />}
  </DatasetPage>
);

export const MonitorPeople = ({ id }: { id: string }) => (
  <WithMonitor id={id}>
    {(monitor) => (
      <>
        <MonitorPlace monitor={monitor} page="monitorPeople" />
        <People record={{ kind: 'monitor', ...monitor }} />
      </>
    )}
  </WithMonitor>
);

/** The people of a dataset or monitor and their roles. Only the owner can change them; everybody else can leave. */
function People({ record }: { record: SharedRecord }) {
  const text = useText();
  const { data, error } = usePeople(record);
  const isOwner = record.role === 'owner';
  const { people, invitations = [], offer } = data ?? { people: [] };
  const isMine = usePerson()?.uid === offer?.to;
  useCommands(isOwner ? undoCommands(text) : []);
  return (
    <Page>
      <Part
        title={text.sharing}
        hint={record.kind === 'dataset' ? text.rolesOfDataset : text.rolesOfMonitor}
        action={isOwner && <AddPerson record={record} known={data} />}
      >
        {error && <CouldNotLoad error={error} />}
        <Lines isLoading={!data && !error}>
          {people.map((person) => (
            <PersonLine key={person.uid} record={record} person={person} />
          ))}
        </Lines>
      </Part>
      {offer && (
        <Part title={text.offer} hint={isMine ? text.offerGot : text.offerMade}>
          <Lines>
            <OfferLine record={record} offer={offer} isMine={isMine} />
          </Lines>
        </Part>
      )}
      {isOwner && invitations.length > 0 && (
        <Part title={text.invitations} hint={text.invitationsHint}>
          <Lines>
            {invitations.map((invitation) => (
              <InvitationLine key={invitation.address} record={record} invitation={invitation} />
            ))}
          </Lines>
        </Part>
      )}
      {record.kind === 'dataset' && <Cameras record={record} />}
      {record.kind === 'dataset' && isOwner && <Programs dataset={record.id} />}
    </Page>
  );
}
