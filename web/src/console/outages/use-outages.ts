import { useQuery } from '@tanstack/react-query';
import type { ListWaitingData, Partner } from '@/api/gen-support';
import { listOutagesOptions, listWaitingOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { day, dayAndTime, timeOfDay } from '@/lib/text/format';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';

/** This interval shows the start and the end of an outage within a minute. */
const lookAgainMs = 20_000;

export function useOutages() {
  const language = useLanguage();
  return useQuery({
    ...listOutagesOptions({ headers: { 'accept-language': language } }),
    staleTime: 0,
    refetchInterval: lookAgainMs,
  });
}

type After = NonNullable<ListWaitingData['query']>['after'];

export function useWaiting(partner: Partner, after: After) {
  const language = useLanguage();
  return useQuery({
    ...listWaitingOptions({ headers: { 'accept-language': language }, path: { partner }, query: { after } }),
    staleTime: 0,
    refetchInterval: lookAgainMs,
  });
}

/** On the same day the time alone is enough. */
export const sinceIn = (since: string, now: string, language: Language): string =>
  day(since, language) === day(now, language) ? timeOfDay(since, language) : dayAndTime(since, language);
