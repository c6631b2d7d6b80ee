import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { searchNumbersInfiniteOptions } from '@/api/gen/@tanstack/react-query.gen';
import { useLanguage } from '@/lib/text/use-language';
import { useNumberFilter } from './use-number-filter';

const typingPause = 300;
const perPage = 12;

/** Searches for free numbers that match the filter and cost no more than a price. */
export function useNumberSearch(maxPrice?: number) {
  const language = useLanguage();
  const filter = useNumberFilter();
  const { atEnd, category } = filter;
  const [wanted] = useDebouncedValue(filter.digits, typingPause);
  const digits = wanted === '' ? {} : atEnd ? { ends_with: wanted } : { contains: wanted };
  const results = useInfiniteQuery({
    ...searchNumbersInfiniteOptions({
      query: { ...digits, category, max_price: maxPrice, per_page: perPage },
      headers: { 'accept-language': language },
    }),
    initialPageParam: {},
    getNextPageParam: (last) => (last.next === undefined ? undefined : { query: { after: last.next } }),
    placeholderData: keepPreviousData,
  });
  return { ...filter, maxPrice, results, numbers: results.data?.pages.flatMap((page) => page.items) ?? [] };
}
