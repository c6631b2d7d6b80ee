import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { EffectKeys } from './idempotency';
import { repeatsItself } from './problem';
import { type LineCall, useLineCall } from './use-line-call';

interface EffectCall {
  headers: LineCall['headers'] & { 'Idempotency-Key': string };
  throwOnError: true;
}

const silentTries = 2;

/** A call of a signed-in customer that changes something: sent again by itself after silence, under the same key. */
export function useEffectCall<Body, Answer>(
  send: (call: EffectCall, body: Body) => Promise<{ data: Answer }>,
  take?: (answer: Answer, body: Body) => unknown,
) {
  const { headers } = useLineCall();
  const keys = useRef(new EffectKeys());
  return useMutation({
    mutationFn: async (body: Body) => {
      const key = keys.current.keyFor(body ?? null);
      const { data } = await send(
        { headers: { ...headers, 'Idempotency-Key': key }, throwOnError: true },
        body,
      );
      return data;
    },
    retry: (tries, error) => tries < silentTries && repeatsItself(error),
    onSuccess: take,
    onSettled: (_answer, error) => keys.current.settled(error),
  });
}
