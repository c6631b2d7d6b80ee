import { useMutation } from '@tanstack/react-query';
import { checkPromoCode, type PromoOffer } from '@/api/gen-purchases';
import { withDevice } from '@/lib/session/account';
import { useLanguage } from '@/lib/text/use-language';

/** Checks the reward of a promo code, for guests and customers. */
export function usePromoCheck() {
  const language = useLanguage();
  return useMutation({
    mutationFn: async (code: string): Promise<PromoOffer> => {
      const { data } = await withDevice(() =>
        checkPromoCode({ headers: { 'accept-language': language }, body: { code }, throwOnError: true }),
      );
      return data.data;
    },
  });
}
