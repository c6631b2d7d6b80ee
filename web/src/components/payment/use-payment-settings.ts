import { useQuery } from '@tanstack/react-query';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { useLanguage } from '@/lib/text/use-language';

/**
 * Returns the server's payment settings: the methods, the address of the provider's fields, the charge for a
 * new card.
 */
export function usePaymentSettings() {
  const language = useLanguage();
  return useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
}
