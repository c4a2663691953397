/** The operations on the people of a dataset or a monitor (Contract 9), and on an offer of its ownership (Contract 8). */

import * as z from 'zod/mini';
import { ROLES } from '../access/permit.ts';
import { permitPerson } from '../access/permit-maker.ts';
import { ok } from '../http/done-answers.ts';
import { about, members } from '../http/input/fields.ts';
import { type Operation, operation } from '../http/operation.ts';
import { isId } from '../ids.ts';
import { type OwnedArea, type OwnedRequest, recordOf, recordParam, sparedOf } from '../owned-area.ts';
import { acceptOffer, endOffer } from './answer-offer.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';
import { setMember } from './set-member.ts';
import { listed, offered } from './shown-member.ts';

const who = z.string().check(
  about(
    'Uid or e-mail address of the person. An address without an account becomes an invitation; that of a service account of Google, in datasets only, has the role at once.',
    {
      minLength: 1,
    },
  ),
);

const memberBody = members({
  role: z
    .enum(ROLES, 'role must be viewer, editor or owner')
    .check(about('`owner` offers ownership: once the person accepts, the previous owner becomes an editor.')),
});

/** What the operations of one area share. */
function partsOf(area: OwnedArea) {
  const { kind, refuse } = area;
  const common = { refuse, rate: 'curate' } as const;
  const all = z.object(recordParam(kind));
  return {
    kind,
    spared: sparedOf(kind),
    Kind: kind === 'dataset' ? 'Dataset' : 'Monitor',
    people: `/:${kind}_id/members` as const,
    all: { ...common, params: all } as const,
    one: { ...common, params: z.object({ ...recordParam(kind), who }) } as const,
    /** Whoever is offered a record may have no role in it. */
    offerOf: async (request: OwnedRequest) => {
      const id = recordOf(area, request);
      return { kind, id, record: isId(id) ? await area.find(id) : null, caller: request.caller } as const;
    },
  };
}

type Parts = ReturnType<typeof partsOf>;

export function memberOperations(area: OwnedArea): Operation[] {
  const parts = partsOf(area);
  return [...offerOperations(area, parts), listing(area, parts), ...roleOperations(area, parts)];
}

const offerOperations = (
  { errors, members, done, wrap }: OwnedArea,
  { kind, Kind, people, all, spared, offerOf }: Parts,
) => [
  operation({
    ...all,
    id: `accept${Kind}`,
    at: `POST ${people}/accept`,
    role: `viewer of ${kind}`,
    sample: spared,
    action: 'offer accept',
    summary: 'Accept the offered ownership',
    description: 'For the person to whom it is offered. The previous owner becomes an editor. Idempotent.',
    answers: () => ok('The caller is the owner.', wrap({})),
    errors: [...errors, 'no offer'],
    handle: async (input) => done(await acceptOffer(await offerOf(input), members)),
  }),
  operation({
    ...all,
    id: `end${Kind}Offer`,
    at: `DELETE ${people}/accept`,
    role: `owner of ${kind}`,
    sample: spared,
    action: 'offer end',
    summary: 'Withdraw or decline an offer of ownership',
    description: 'For the owner, and for the person to whom it is offered. Idempotent.',
    answers: () => ok('There is no offer.', wrap({})),
    errors: [...errors],
    handle: async (input) => done(await endOffer(await offerOf(input), members)),
  }),
];

const listing = (area: OwnedArea, { kind, Kind, people, all, spared }: Parts) => {
  const { missing, members, done, wrap } = area;
  return operation({
    ...all,
    id: `list${Kind}Members`,
    at: `GET ${people}`,
    role: `viewer of ${kind}`,
    sample: spared,
    readOnly: true,
    summary: 'List the people who have a role',
    description: 'For everybody who may see the record. Invitations are listed for the owner only.',
    answers: () => ok('The people.', wrap(listed())),
    errors: [missing],
    handle: async (input) => {
      const record = await area.require(recordOf(area, input), input.caller, 'viewer');
      permitPerson(input.caller);
      return done(await listMembers({ record, caller: input.caller }, members));
    },
  });
};

const roleOperations = (area: OwnedArea, { kind, Kind, people, one, spared }: Parts) => {
  const { missing, errors, members, wrapped, done, wrap } = area;
  return [
    operation({
      ...one,
      id: `set${Kind}Member`,
      at: `PUT ${people}/:who`,
      role: `owner of ${kind}`,
      sample: (known) => ({ ...spared(known), body: { role: 'viewer' } }),
      action: 'member set',
      body: memberBody,
      wrapped,
      summary: 'Give a person a role',
      description:
        'For the owner. An e-mail address that no account has verified is an invitation: it takes effect at the first call of a person who has verified it. `owner` offers ownership: nothing changes until that person accepts, and a new offer replaces the last one. An administrator who takes ownership needs no consent. At most 20 offers of one person are open.',
      answers: () =>
        ok('The person has the role, the invitation or the offer.', wrap({ offered: offered() })),
      errors: [...errors, 'person not found', 'owner stays'],
      handle: async (input) => {
        const { params, body, caller } = input;
        const record = await area.require(recordOf(area, input), caller, 'owner');
        return done(
          await setMember({ record, who: params.who ?? '', role: body.role, caller, missing }, members),
        );
      },
    }),
    operation({
      ...one,
      id: `remove${Kind}Member`,
      at: `DELETE ${people}/:who`,
      role: `owner of ${kind}`,
      sample: spared,
      action: 'member remove',
      summary: 'Remove a person, or withdraw an invitation',
      description: 'For the owner; all others can only remove themselves.',
      answers: () => ok('The person has neither a role nor an invitation nor an offer.', wrap({})),
      errors: [...errors, 'owner stays'],
      handle: async (input) => {
        const { params, caller } = input;
        const record = await area.require(recordOf(area, input), caller, 'viewer');
        return done(await removeMember({ record, who: params.who ?? '', caller, missing }, members));
      },
    }),
  ];
};
