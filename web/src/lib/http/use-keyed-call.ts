import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { repeatsItself } from '@/api/problem';
import { EffectKeys } from './idempotency';

const silentTries = 2;

interface Callbacks<Body, Answer> {
  onSuccess?: (answer: Answer, body: Body) => unknown;
  onError?: (error: unknown) => unknown;
}

/** A call that changes something: sent again by itself after silence, under the same key. */
export function useKeyedCall<Body, Answer>(
  send: (key: string, body: Body) => Promise<{ data: Answer }>,
  { onSuccess, onError }: Callbacks<Body, Answer>,
) {
  const keys = useRef(new EffectKeys());
  return useMutation({
    mutationFn: async (body: Body) => (await send(keys.current.keyFor(body ?? null), body)).data,
    retry: (tries, error) => tries < silentTries && repeatsItself(error),
    retryDelay: (tries) => 800 * 2 ** tries,
    onSuccess,
    onError,
    onSettled: (_answer, error) => keys.current.settled(error),
  });
}
