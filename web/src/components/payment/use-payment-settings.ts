import { useQuery } from '@tanstack/react-query';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { useLanguage } from '@/lib/text/use-language';

/** What the server says about paying: its ways, where the provider's fields are, what a new card is charged. */
export function usePaymentSettings() {
  const language = useLanguage();
  return useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
}
