import { useQueryClient } from '@tanstack/react-query';
import { type StatedOutcome, statePayment } from '@/api/gen-support';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';

const shownAgain = ['getCase', 'listPaymentStatements'];

/** States the outcome of a payment, or confirms the statement of another agent. */
export function useStatement(paymentId: string, onDone: () => void) {
  const language = useLanguage();
  const cache = useQueryClient();
  return useKeyedCall<{ outcome: StatedOutcome; note: string }, unknown>(
    (key, body) =>
      statePayment({
        headers: { 'accept-language': language, 'Idempotency-Key': key },
        path: { paymentId },
        body,
        throwOnError: true,
      }),
    {
      onSuccess: async () => {
        await cache.invalidateQueries({
          predicate: ({ queryKey }) => shownAgain.some((name) => JSON.stringify(queryKey).includes(name)),
        });
        onDone();
      },
    },
  );
}
