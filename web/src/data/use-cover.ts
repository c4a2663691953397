import { useQuery } from '@tanstack/react-query';
import { service } from './service.ts';

/** Thumbnails on the cover of a dataset. */
const COVER = 4;
/** Milliseconds for which a cover counts as up to date. */
const FRESH = 60_000;

/**
 * Thumbnails of the newest images of a dataset, as data URIs.
 * @param isCertain false while the dataset is known only from the cache: it may have been deleted
 */
export function useCover(dataset: string, isCertain: boolean): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['cover', dataset],
    staleTime: FRESH,
    enabled: isCertain,
    queryFn: async () => {
      const page = await service().datasets(dataset).images.list({ limit: COVER, thumbnails: true });
      return page.images.flatMap(({ thumbnail }) => (thumbnail === undefined ? [] : [thumbnail]));
    },
  });
  return data;
}
