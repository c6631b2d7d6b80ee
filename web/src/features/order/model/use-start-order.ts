import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type StartOrder, startOrder } from '@/api/gen';
import { searchNumbersInfiniteQueryKey } from '@/api/gen/@tanstack/react-query.gen';
import { zPlanId } from '@/api/gen/zod.gen';
import { mayRepeat, problemOf, repeatsItself } from '@/api/problem';
import { EffectKeys } from '@/lib/http/idempotency';
import { useLanguage } from '@/lib/text/use-language';
import { dropReferral, keptReferral } from './referral';

const silentTries = 2;

/** Starts an order, with its number booked in the same call if there is one, and opens its next step. */
export function useStartOrder() {
  const language = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const packageId = zPlanId.safeParse(params.get('package')).data;
  const keys = useRef(new EffectKeys());
  return useMutation({
    mutationFn: async (wish: StartOrder) => {
      const referralCode = wish.numberSource === 'existing' ? undefined : keptReferral();
      const body = { ...wish, packageId, referralCode };
      const headers = { 'accept-language': language, 'Idempotency-Key': keys.current.keyFor(body) };
      const { withDevice, openOrder } = await import('./open-order'); // not part of the shop's first load
      const started = await withDevice(
        async () => (await startOrder({ headers, body, throwOnError: true })).data,
      );
      return openOrder(client, language, started);
    },
    retry: (tries, error) => tries < silentTries && repeatsItself(error),
    onSuccess: (path) => navigate(path),
    onSettled: (_data, error) => {
      keys.current.settled(error);
      if (problemOf(error)?.fields?.referralCode) {
        dropReferral();
      }
      // A booking without an answer may hold its number: the number must stay on the page for another try.
      if (error && !mayRepeat(error)) {
        const headers = { 'accept-language': language };
        void client.invalidateQueries({ queryKey: searchNumbersInfiniteQueryKey({ headers }) });
      }
    },
  });
}
