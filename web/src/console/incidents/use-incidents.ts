import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listCitiesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import {
  type ChangeIncident,
  changeIncident,
  endIncident,
  type OpenIncident,
  openIncident,
} from '@/api/gen-support';
import { listIncidentsOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';

/** Returns the page in the address; an invalid page means the first one. */
export function usePageAsked(): number {
  const [params] = useSearchParams();
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 1 && page <= 1000 ? page : 1;
}

export function useIncidents(page: number) {
  const language = useLanguage();
  return useQuery({
    ...listIncidentsOptions({ headers: { 'accept-language': language }, query: { page } }),
    staleTime: 0,
  });
}

/** Returns the cities by their keys, with names in the language of the page. */
export function useCities() {
  const language = useLanguage();
  const { data, error } = useQuery(listCitiesOptions({ headers: { 'accept-language': language } }));
  return { cities: data?.items ?? [], error };
}

const isOfIncidents = ([first]: readonly unknown[]): boolean =>
  typeof first === 'object' && first !== null && '_id' in first && first._id === 'listIncidents';

/** Reads the list again after each answer, because another agent may have ended the incident meanwhile. */
function useAfterwards() {
  const cache = useQueryClient();
  const again = () => void cache.invalidateQueries({ predicate: ({ queryKey }) => isOfIncidents(queryKey) });
  return { onSuccess: again, onError: again };
}

const headersIn = (language: string, key: string) => ({
  'accept-language': language,
  'Idempotency-Key': key,
});

export function useOpen() {
  const language = useLanguage();
  return useKeyedCall(
    (key, body: OpenIncident) =>
      openIncident({ headers: headersIn(language, key), body, throwOnError: true }),
    useAfterwards(),
  );
}

export function useChange(incidentId: string) {
  const language = useLanguage();
  return useKeyedCall(
    (key, body: ChangeIncident) =>
      changeIncident({ headers: headersIn(language, key), path: { incidentId }, body, throwOnError: true }),
    useAfterwards(),
  );
}

export function useEnd() {
  const language = useLanguage();
  return useKeyedCall(
    (key, incidentId: string) =>
      endIncident({ headers: headersIn(language, key), path: { incidentId }, throwOnError: true }),
    useAfterwards(),
  );
}
