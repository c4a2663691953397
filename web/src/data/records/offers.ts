import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../account.ts';
import { service } from '../service.ts';
import type { RecordKind } from './people.ts';

/** Milliseconds for which the list counts as up to date. */
const FRESH = 30_000;

/** A dataset or monitor whose ownership is offered to this person. */
export interface Offered {
  kind: RecordKind;
  id: string;
  name: string;
  /** Who offers it: name and address, or uid. */
  from: string;
}

/** Datasets, then monitors; the newest offer first. */
export function useOffers(): readonly Offered[] {
  const person = usePerson();
  const { data = [] } = useQuery({
    queryKey: ['offers', person?.uid ?? ''],
    staleTime: FRESH,
    enabled: person !== null,
    queryFn: async (): Promise<Offered[]> => {
      const { datasets, monitors } = await service().listOffers();
      const kinds = [
        ['dataset', datasets],
        ['monitor', monitors],
      ] as const;
      return kinds.flatMap(([kind, offers]) =>
        offers.map(({ id, name, by, from }) => ({ kind, id, name, from: describe(by, from) })),
      );
    },
  });
  return data;
}

/** Anybody can choose any name, but the address is verified: both are shown. */
const describe = (by: string, { name, address }: { name: string; address: string }): string =>
  name !== '' && address !== '' ? `${name} (${address})` : name || address || by;
