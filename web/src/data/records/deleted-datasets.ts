import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePerson } from '../account.ts';
import { service } from '../service.ts';

/** Milliseconds for which the list counts as up to date. */
const FRESH = 60_000;

export interface DeletedDataset {
  id: string;
  name: string;
  imageCounter: number;
  /** When it is deleted for good, Unix milliseconds. */
  until: number;
}

/** The deleted datasets that this person may restore. @param activeIds ids of the others; when they change, the list is read again */
export function useDeletedDatasets(activeIds: readonly string[]) {
  const person = usePerson();
  const client = useQueryClient();
  const queryKey = ['deleted datasets', person?.uid ?? '', activeIds.join(' ')];
  const { data = [] } = useQuery({
    queryKey,
    staleTime: FRESH,
    enabled: person !== null,
    placeholderData: (before: DeletedDataset[] | undefined) => before,
    queryFn: async (): Promise<DeletedDataset[]> =>
      (await service().listDatasets({ tags: false })).flatMap(({ id, name, imageCounter, deleted }) =>
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
