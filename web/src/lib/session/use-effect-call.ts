import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { type LineCall, useLineCall } from './use-line-call';

interface EffectCall {
  headers: LineCall['headers'] & { 'Idempotency-Key': string };
  throwOnError: true;
}

/** Makes a call of a signed-in customer that changes data. */
export function useEffectCall<Body, Answer>(
  send: (call: EffectCall, body: Body) => Promise<{ data: Answer }>,
  onSuccess?: (answer: Answer, body: Body) => unknown,
) {
  const { headers } = useLineCall();
  return useKeyedCall(
    (key, body: Body) => send({ headers: { ...headers, 'Idempotency-Key': key }, throwOnError: true }, body),
    { onSuccess },
  );
}
