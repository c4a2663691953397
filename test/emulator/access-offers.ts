/** Contract 8: a hand-over that waits for the other person's consent. */
import { FieldValue } from '@google-cloud/firestore';
import type { TestStack } from '../support/stack.ts';
import { serviceOf } from './access-verdicts.ts';

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
