import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { NumberCategoryKey } from '@/api/gen';
import { searchNumbersInfiniteOptions } from '@/api/gen/@tanstack/react-query.gen';
import { zNumberCategoryKey } from '@/api/gen/zod.gen';
import { digitsOnly } from '@/lib/digits';
import { useLanguage } from '@/lib/use-language';

const typingPause = 300;
const digitsAtMost = 7;
const perPage = 12;

/** What the shopper looks for; it lives in the address, so reload, back and a shared link keep it. */
export function useNumberSearch() {
  const language = useLanguage();
  const [params, setParams] = useSearchParams();
  const digits = digitsOnly(params.get('digits') ?? '').slice(0, digitsAtMost);
  const atEnd = params.get('where') === 'end';
  const category = zNumberCategoryKey.safeParse(params.get('category')).data;
  const [wanted] = useDebouncedValue(digits, typingPause);

  const set = (name: string, value: string | undefined) =>
    setParams(
      (known) => {
        known.delete(name);
        if (value) {
          known.set(name, value);
        }
        return known;
      },
      { replace: true, preventScrollReset: true },
    );

  const filter = wanted === '' ? {} : atEnd ? { ends_with: wanted } : { contains: wanted };
  const results = useInfiniteQuery({
    ...searchNumbersInfiniteOptions({
      query: { ...filter, category, per_page: perPage },
      headers: { 'accept-language': language },
    }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  return {
    digits,
    atEnd,
    category,
    results,
    numbers: results.data?.pages.flatMap((page) => page.items) ?? [],
    setDigits: (text: string) => set('digits', digitsOnly(text).slice(0, digitsAtMost)),
    setAtEnd: (end: boolean) => set('where', end ? 'end' : undefined),
    setCategory: (key: NumberCategoryKey | undefined) => set('category', key),
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}
