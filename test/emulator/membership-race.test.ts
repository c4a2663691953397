/**
 * Contract 8: membership is judged in the commit that writes. Each write is sent again and again while its caller's right ends.
 * Afterwards nothing of theirs works, and the record says what it said when the end was answered: nobody got what nobody gave.
 * @covers Contract 8 membership is judged in the commit: every write against the removal or hand-over of its caller, in each order
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentData } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { concurrently } from '../support/factory.ts';
import { TEST } from '../support/limits.ts';
import { registerPerson, verifyAddress } from '../support/people.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

const ROUNDS = process.env.LONG === '1' ? 200 : 3;
/** Milliseconds from the first write to the end of the right, and from the end to the first write. */
const ORDERS = [
  { writesAt: 0, endsAt: 14 },
  { writesAt: 10, endsAt: 0 },
  { writesAt: 0, endsAt: 0 },
];
const WRITES = 4;
const STEP = 7;
/** Rounds side by side, each on records of its own: all of its calls are under way at once either way. */
const TOGETHER = 8;
const LIMIT = Math.max(TEST, ROUNDS * 5_000);

/** Ids of a round, so that no round sees another's. */
interface Round {
  d: string;
  other: string;
  m: string;
}
type Sent = readonly [uid: string, method: string, path: string, body?: object];

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor'], { RATE_CURATE: 'off' });
  const { auth, stack } = stage;
  for (const uid of ['heir', 'mate'])
    await registerPerson(auth, stack.projectId, uid, { email: `${uid}@example.org` });
});
afterAll(() => stage?.close());

let calls = 0;
/** Each call has a token of its own: invitations are looked up once per token. */
const send = ([uid, method, path, body]: Sent) => {
  calls += 1;
  const proved = uid.startsWith('guest') ? { email: `${uid}@example.org`, email_verified: true } : {};
  const creator = uid === 'editor' ? { creator: true } : {};
  return stage.as(uid, path, { method, ...(body && { body }) }, { ...proved, ...creator, call: calls });
};

const HOOK = { url: 'https://hooks.example.com/', events: ['run.ready'] };
const MONITOR_HOOK = { ...HOOK, events: ['session.started'] };
const INVITED = 'invited@example.org';
const RIGHTS = {
  owner: 'owner',
  members: { editor: 'editor', viewer: 'viewer' },
  people: ['editor', 'owner', 'viewer'],
};

/** A dataset and a monitor, owned by `owner` and offered to `heir`; `other` is the editor's dataset, `mine` his monitor. */
async function furnish({ d, other, m }: Round): Promise<void> {
  const { firestore } = stage.stack;
  const [dataset, elsewhere, monitor] = [
    firestore.doc(`dataset/${d}`),
    firestore.doc(`dataset/${other}`),
    firestore.doc(`monitor/${m}`),
  ];
  const batch = firestore.batch();
  const offer = { to: 'heir', by: 'owner', at: new Date(), owner: 'owner' };
  const fields = { type: 'MULTICLASS', tags: [], imageCounter: 0, monitors: {} };
  batch.set(dataset, { ...fields, ...RIGHTS, offer, name: 'Bolts' });
  const own = { owner: 'editor', members: {}, people: ['editor'] };
  batch.set(elsewhere, { ...fields, ...own, name: 'Other' });
  batch.set(monitor, { ...RIGHTS, offer, name: 'Line', born: 'b', session: '', dataset: null });
  batch.set(firestore.doc(`monitor/${m}-mine`), {
    ...own,
    name: 'Mine',
    born: 'b',
    session: '',
    dataset: null,
  });
  await batch.commit();
}

const rid = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (name, each) =>
      [
        'at',
        'lastMade',
        'createdAt',
        'created',
        'updatedAt',
        'queued',
        'secret',
        'monitor',
        'dataset',
      ].includes(name)
        ? undefined
        : each,
    ),
  );

/** Everything that says who may do what, of both datasets and both monitors. */
async function rights({ d, other, m }: Round): Promise<Record<string, DocumentData>> {
  const { firestore } = stage.stack;
  const datasets = [`dataset/${d}`, `dataset/${other}`].map((path) => firestore.doc(path));
  const monitors = [`monitor/${m}`, `monitor/${m}-mine`].map((path) => firestore.doc(path));
  const records = [...datasets, ...monitors];
  const [itself, ...below] = await Promise.all([
    firestore.getAll(...records),
    firestore.collection('datasetKey').where('dataset', 'in', datasets).get(),
    firestore.collection('deviceKey').where('monitor', 'in', monitors).get(),
    ...records.flatMap((each) => [each.collection('hook').get(), each.collection('invitation').get()]),
  ]);
  const found: Record<string, DocumentData> = {};
  for (const each of itself) {
    const fields = each.data() ?? {};
    found[each.ref.path] = rid({ ...fields, to: fields.dataset?.id ?? null });
  }
  for (const each of below.flatMap(({ docs }) => docs)) {
    const { dataset, monitor } = each.data();
    const of = dataset ?? monitor ?? each.ref.parent.parent;
    found[`${of.path} ${each.ref.path}`] = rid(each.data());
  }
  return found;
}

/** How the right ends, and what must be true of what is left. */
interface End {
  sent: (round: Round) => Sent;
  /** A write that came first may make the end impossible. */
  mayFail?: boolean;
  left: (found: Record<string, DocumentData>, round: Round) => void;
}

const live = (found: Record<string, DocumentData>, name: string, ended: 'ended' | 'revoked') =>
  Object.entries(found).filter(([path, fields]) => path.includes(name) && fields[ended] === undefined);

const handOver = (kind: 'dataset' | 'monitor'): End => ({
  sent: (round) => ['heir', 'POST', `/${kind}/${kind === 'dataset' ? round.d : round.m}/members/accept`],
  left: (found, { d, m }) => {
    const record = found[`${kind}/${kind === 'dataset' ? d : m}`];
    expect(record).toMatchObject({ owner: 'heir' });
    for (const field of ['offer', 'detector', 'deleted']) expect(record).not.toHaveProperty(field);
    expect([live(found, '/hook/', 'ended'), live(found, 'datasetKey/', 'revoked')]).toEqual([[], []]);
    expect(Object.keys(found).filter((path) => path.includes('/invitation/'))).toEqual([]);
  },
});

const removal = (kind: 'dataset' | 'monitor'): End => ({
  sent: (round) => ['owner', 'DELETE', `/${kind}/${kind === 'dataset' ? round.d : round.m}/members/editor`],
  left: (found, { d, m }) => {
    expect(found[`${kind}/${kind === 'dataset' ? d : m}`]?.members).toEqual({ viewer: 'viewer' });
  },
});

/** No admission is left that he made, and the owner answers for none that the owner has not made. */
const noGrants = (found: Record<string, DocumentData>, { d }: Round) =>
  expect(found[`dataset/${d}`]?.monitors).toEqual({});

interface Row {
  what: string;
  end: End;
  /** What is there before, beside what `furnish` makes. */
  before?: (round: Round) => Promise<unknown>;
  write: (round: Round) => Sent;
  left?: End['left'];
  /** Somebody who could use what the write gave, after the end. */
  used?: (round: Round) => Sent;
}

const doc = (path: string) => stage.stack.firestore.doc(path);
const invite = (path: string, address: string) =>
  send(['owner', 'PUT', `${path}/members/${encodeURIComponent(address)}`, { role: 'editor' }]);
/** A guest of the round's own: whose invitations cannot all be accepted is not looked up again for minutes. */
const guestOf = ({ d }: Round) => `guest-${d}`;
const inviteGuest = async (record: string, guest: string) => {
  const address = `${guest}@example.org`;
  await registerPerson(stage.auth, stage.stack.projectId, guest, { email: address });
  await verifyAddress(stage.auth, stage.stack.projectId, guest);
  const hash = createHash('sha256').update(address).digest('hex');
  const at = new Date();
  await doc(`${record}/invitation/${hash}`).set({
    address,
    hash,
    at,
    role: 'editor',
    by: 'owner',
    owner: 'owner',
  });
};

const hookOf = (path: string) => doc(`${path}/hook/h`);
const hookFields = (events: string[]) => ({
  url: HOOK.url,
  events,
  name: '',
  by: 'owner',
  secret: 'whsec_',
  deliveries: [],
  createdAt: new Date(),
});
const keyPath = (round: Round) => `deviceKey/${round.m.padEnd(64, '0')}`;
const hashOf = (round: Round) => round.m.padEnd(64, '0').slice(0, 12);
/** A key that the owner answers for: it outlives the editor. */
const makeKey = (round: Round) =>
  doc(keyPath(round)).set({
    monitor: doc(`monitor/${round.m}`),
    created: new Date(),
    createdBy: 'owner',
    holder: 'owner',
  });
const admit = (dataset: string, monitor: string, by: string) =>
  doc(`dataset/${dataset}`).update({ [`monitors.${monitor}`]: { by, at: new Date(), born: 'b' } });

/** The same of both kinds of records. */
const ofBoth = (kind: 'dataset' | 'monitor'): Row[] => {
  const at = (round: Round) => `/${kind}/${kind === 'dataset' ? round.d : round.m}`;
  const end = handOver(kind);
  const hook = kind === 'dataset' ? HOOK : MONITOR_HOOK;
  return [
    {
      what: 'owner takes it back',
      end,
      write: (r) => ['owner', 'PUT', `${at(r)}/members/owner`, { role: 'owner' }],
    },
    {
      what: 'owner offers it to an accomplice, who accepts later',
      end,
      write: (r) => ['owner', 'PUT', `${at(r)}/members/mate`, { role: 'owner' }],
      // The offer to the heir must be there whichever comes first: a new offer replaces it.
      used: (r) => ['mate', 'POST', `${at(r)}/members/accept`],
    },
    {
      what: 'owner gives a role',
      end,
      write: (r) => ['owner', 'PUT', `${at(r)}/members/mate`, { role: 'editor' }],
    },
    { what: 'owner removes a person', end, write: (r) => ['owner', 'DELETE', `${at(r)}/members/viewer`] },
    {
      what: 'owner invites',
      end,
      write: (r) => ['owner', 'PUT', `${at(r)}/members/${INVITED}`, { role: 'editor' }],
    },
    {
      what: 'owner withdraws an invitation',
      end,
      before: (r) => invite(at(r), INVITED),
      write: (r) => ['owner', 'DELETE', `${at(r)}/members/${INVITED}`],
    },
    {
      what: 'guest signs in, whom the owner has invited',
      end,
      before: (r) => inviteGuest(at(r).slice(1), guestOf(r)),
      write: (r) => [guestOf(r), 'GET', `/${kind}?limit=1`],
    },
    { what: 'owner makes a hook', end, write: (r) => ['owner', 'POST', `${at(r)}/hook`, hook] },
    {
      what: 'owner changes a hook',
      end,
      before: (r) => hookOf(at(r).slice(1)).set(hookFields(hook.events)),
      write: (r) => ['owner', 'PATCH', `${at(r)}/hook/h`, { url: 'https://other.example.com/' }],
    },
    {
      what: 'owner deletes a hook',
      end,
      before: (r) => hookOf(at(r).slice(1)).set(hookFields(hook.events)),
      write: (r) => ['owner', 'DELETE', `${at(r)}/hook/h`],
    },
    {
      what: 'owner deletes it',
      end: { ...end, mayFail: true },
      write: (r) =>
        kind === 'dataset' ? ['owner', 'DELETE', at(r), { confirm: 'Bolts' }] : ['owner', 'DELETE', at(r)],
    },
    {
      what: 'mate accepts an offer of the owner, whom an administrator replaces',
      end: {
        sent: (r) => ['admin', 'PUT', `${at(r)}/members/admin`, { role: 'owner' }],
        left: (found, r) => {
          const record = found[at(r).slice(1)];
          expect(record).toMatchObject({ owner: 'admin' });
          expect(record).not.toHaveProperty('offer');
        },
      },
      before: (r) => doc(at(r).slice(1)).update({ 'offer.to': 'mate' }),
      write: (r) => ['mate', 'POST', `${at(r)}/members/accept`],
    },
    {
      what: 'editor accepts an offer, and is removed',
      end: {
        ...removal(kind),
        mayFail: true,
      },
      before: (r) => doc(at(r).slice(1)).update({ 'offer.to': 'editor' }),
      write: (r) => ['editor', 'POST', `${at(r)}/members/accept`],
    },
  ];
};

const ROWS: Row[] = [
  ...(['dataset', 'monitor'] as const).flatMap((kind) =>
    ofBoth(kind).map((row) => ({ ...row, what: `${kind}: ${row.what}` })),
  ),
  {
    what: 'dataset: owner makes a key',
    end: handOver('dataset'),
    write: ({ d }) => ['owner', 'POST', `/dataset/${d}/keys`, { name: 'Nightly', role: 'editor' }],
  },
  {
    what: 'dataset: owner sets the detector',
    end: handOver('dataset'),
    write: ({ d }) => ['owner', 'PATCH', `/dataset/${d}`, { detector: 'https://detector.example.com/' }],
  },
  {
    what: 'dataset: editor renames it',
    end: removal('dataset'),
    write: ({ d }) => ['editor', 'PATCH', `/dataset/${d}`, { name: `Mine ${calls}` }],
  },
  {
    what: 'dataset: editor admits his monitor',
    end: removal('dataset'),
    write: ({ d, m }) => ['editor', 'PUT', `/dataset/${d}/monitors/${m}-mine`],
    left: noGrants,
  },
  {
    what: 'dataset: editor takes an admission over',
    end: removal('dataset'),
    before: ({ d, m }) => admit(d, `${m}-mine`, 'editor'),
    write: ({ d, m }) => ['editor', 'PUT', `/dataset/${d}/monitors/${m}-mine`],
    left: noGrants,
  },
  {
    what: 'dataset: editor dismisses a monitor',
    end: removal('dataset'),
    before: ({ d }) => admit(d, 'elsewhere', 'owner'),
    write: ({ d }) => ['editor', 'DELETE', `/dataset/${d}/monitors/elsewhere`],
  },
  {
    what: 'dataset: editor names it in his monitor',
    end: removal('dataset'),
    write: ({ d, m }) => ['editor', 'PATCH', `/monitor/${m}-mine`, { dataset: d, review: calls % 100 }],
    left: noGrants,
  },
  {
    what: 'dataset: editor makes a monitor for it',
    end: removal('dataset'),
    write: ({ d }) => ['editor', 'POST', '/monitor', { name: 'New', dataset: d }],
    left: noGrants,
  },
  {
    what: 'monitor: editor makes a key',
    end: removal('monitor'),
    write: ({ m }) => ['editor', 'POST', `/monitor/${m}/keys`],
    left: (found) => expect(live(found, 'deviceKey/', 'revoked')).toEqual([]),
  },
  {
    what: 'monitor: editor takes a key over',
    end: removal('monitor'),
    before: async (round) => {
      await makeKey(round);
      await doc(keyPath(round)).update({ holder: 'editor' });
    },
    write: (round) => ['editor', 'PUT', `/monitor/${round.m}/keys/${hashOf(round)}`],
    left: (found) => expect(live(found, 'deviceKey/', 'revoked')).toEqual([]),
  },
  {
    what: 'monitor: editor revokes a key',
    end: removal('monitor'),
    before: makeKey,
    write: (round) => ['editor', 'DELETE', `/monitor/${round.m}/keys/${hashOf(round)}`],
  },
  {
    what: 'monitor: editor renames it',
    end: removal('monitor'),
    write: ({ m }) => ['editor', 'PATCH', `/monitor/${m}`, { name: `Mine ${calls}` }],
  },
  {
    what: 'monitor: editor sends its frames to his dataset',
    end: removal('monitor'),
    write: ({ m, other }) => ['editor', 'PATCH', `/monitor/${m}`, { dataset: other }],
  },
  {
    what: 'monitor: editor admits it to his dataset',
    end: removal('monitor'),
    write: ({ m, other }) => ['editor', 'PUT', `/dataset/${other}/monitors/${m}`],
  },
  {
    what: 'monitor: editor ends its admission to another dataset',
    end: removal('monitor'),
    before: async ({ d, m }) => {
      await admit(d, m, 'owner');
      await doc(`dataset/${d}`).update({ members: {} });
    },
    write: ({ d, m }) => ['editor', 'DELETE', `/dataset/${d}/monitors/${m}`],
  },
];

describe.each(ROWS.map((row, at) => ({ ...row, at })))('$what', ({ end, before, write, left, used, at }) => {
  test(
    'whatever comes first',
    async () => {
      const wrong: string[] = [];
      await concurrently(ROUNDS, TOGETHER, async (number) => {
        const id = `${at}-${number}`;
        const round: Round = { d: `d-${id}`, other: `o-${id}`, m: `m-${id}` };
        await furnish(round);
        await before?.(round);
        try {
          await race(round, ORDERS[number % ORDERS.length] as (typeof ORDERS)[number]);
        } catch (error) {
          wrong.push(`round ${number}: ${(error as Error).message}`);
        }
      });
      expect(wrong.slice(0, 1)).toEqual([]);
      expect(wrong).toHaveLength(0);
    },
    LIMIT,
  );

  async function race(round: Round, { writesAt, endsAt }: (typeof ORDERS)[number]): Promise<void> {
    const writing = Array.from({ length: WRITES }, (_, each) =>
      sleep(writesAt + STEP * each).then(() => send(write(round))),
    );
    const ended = await sleep(endsAt).then(() => send(end.sent(round)));
    const said = await rights(round);
    await Promise.all(writing);
    // A write that came first may leave nothing to end: the offer was replaced, or the record is gone.
    if (ended.status !== 200 && (end.mayFail || used)) return;
    expect(ended.status).toBe(200);
    const found = await rights(round);
    expect(found).toEqual(said);
    end.left(found, round);
    left?.(found, round);
    if (used) expect((await send(used(round))).status).not.toBe(200);
    await send(write(round));
    expect(await rights(round)).toEqual(said);
  }
});
