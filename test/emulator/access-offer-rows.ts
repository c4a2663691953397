/** Contract 8: rows of the access table for a hand-over that waits for the other person's consent. */
import { FieldValue } from '@google-cloud/firestore';
import type { TestStack } from '../support/stack.ts';
import { type Caller, type Row, serviceOf, type Verdict } from './access-verdicts.ts';

/** The people of every row: `offered` has no role, and has not answered yet. */
export async function offerAll({ firestore }: TestStack): Promise<void> {
  const offer = { to: 'offered', by: 'owner', owner: 'owner', at: new Date() };
  // In the members of a monitor, the addresses of service accounts mean nothing.
  const services = (['viewer', 'editor'] as const).map((role) => [serviceOf('bolts', role), role]);
  const members = { editor: 'editor', viewer: 'viewer', ...Object.fromEntries(services) };
  const people = { owner: 'owner', members, offer };
  for (const path of ['dataset/bolts', 'monitor/line-1']) await firestore.doc(path).update(people);
  // They ended when somebody accepted.
  const { docs } = await firestore.collection('datasetKey').get();
  for (const { ref } of docs) await ref.update({ revoked: FieldValue.delete() });
}

export function offerRows(
  kind: 'dataset' | 'monitor',
  people: (viewer: Verdict, device: Verdict) => Record<Caller, Verdict>,
  bodies: Row['bodies'],
): Row[] {
  const row = (route: string, method: string, verdicts: Record<Caller, Verdict>): Row => ({
    route: `${kind} ${route}`,
    path: (id) => `/${kind}/${id[kind]}/members/accept`,
    ask: async (_, stack) => {
      await offerAll(stack);
      return { method };
    },
    verdicts: { ...verdicts, offered: 'yes' },
    jobs: { 'job viewer': 404, 'job editor': 404 },
    bodies,
    of: kind,
  });
  // To a member, the answer is 409: it is offered to somebody else.
  return [
    row('accept', 'POST', people('yes', 404)),
    row('offer end', 'DELETE', { ...people(403, 404), editor: 403 }),
  ];
}
