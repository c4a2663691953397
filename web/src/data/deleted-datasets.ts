import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePerson } from './account.ts';
import { service } from './service.ts';

/** Milliseconds for which the list is new enough. */
const FRESH = 60_000;

export interface DeletedDataset {
  id: string;
  name: string;
  imageCounter: number;
  /** When it goes for good, Unix milliseconds. */
  until: number;
}

/** The deleted datasets that this person may restore. @param standing ids of those that are not: when they change, it is asked again */
export function useDeletedDatasets(standing: readonly string[]) {
  const person = usePerson();
  const client = useQueryClient();
  const queryKey = ['deleted datasets', person?.uid ?? '', standing.join(' ')];
  const { data = [] } = useQuery({
    queryKey,
    staleTime: FRESH,
    enabled: person !== null,
    placeholderData: (before: DeletedDataset[] | undefined) => before,
    queryFn: async (): Promise<DeletedDataset[]> =>
      (await service().listDatasets()).flatMap(({ id, name, imageCounter, deleted }) =>
        deleted === undefined ? [] : [{ id, name, imageCounter, until: deleted }],
      ),
  });
  return {
    deleted: data,
    restore: async (id: string): Promise<void> => {
      await service().datasets(id).restore();
      await client.invalidateQueries({ queryKey: ['deleted datasets'] });
    },
  };
}
