import { useQuery } from '@tanstack/react-query';
import { service } from './service.ts';

/** Thumbnails of the newest images of a dataset, as data URIs. */
const COVER = 4;
/** Milliseconds for which a cover is new enough. */
const FRESH = 60_000;

/** @param isCertain false while only the cache says that there is such a dataset: the service may refuse it */
export function useCover(dataset: string, isCertain: boolean): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['cover', dataset],
    staleTime: FRESH,
    enabled: isCertain,
    queryFn: async () => {
      const page = await service().datasets(dataset).images.page({}, { limit: COVER, thumbnails: true });
      return page.images.flatMap(({ thumbnail }) => (thumbnail === undefined ? [] : [thumbnail]));
    },
  });
  return data;
}
