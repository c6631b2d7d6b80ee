import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { repeatsItself } from '@/api/problem';
import { EffectKeys } from './idempotency';
import type { Insistence } from './insist';
import { isLate, late, orLate, patienceMs } from './patience';

const silentTries = 2;
/** The minimum time of a try that begins late, for example after a lost connection. */
const momentMs = 3_000;

interface Callbacks<Body, Answer> {
  onSuccess?: (answer: Answer, body: Body) => unknown;
  onError?: (error: unknown) => unknown;
}

interface Behind<Answer> extends Insistence<Answer> {
  key: string;
}

/**
 * Makes a call that changes data. After silence the hook repeats the call with the same idempotency key. When
 * the call takes too long, the page stops waiting. The call then continues in the background, and the hook
 * delivers its answer later.
 */
export function useKeyedCall<Body, Answer>(
  send: (key: string, body: Body) => Promise<{ data: Answer }>,
  { onSuccess, onError }: Callbacks<Body, Answer> = {},
) {
  const keys = useRef(new EffectKeys());
  const behind = useRef<Behind<Answer>>(undefined);
  const began = useRef(0);
  const callAgain = useRef<(body: Body) => void>(undefined);

  const goOnBehind = async (
    key: string,
    asked: Promise<Answer>,
    again: () => Promise<Answer>,
    body: Body,
  ) => {
    // This code is rarely needed and loads on demand.
    const { insist } = await import('./insist');
    const insistence: Behind<Answer> = {
      key,
      ...insist(asked, again, () => behind.current === insistence),
    };
    behind.current = insistence;
    const tell = () => behind.current === insistence && callAgain.current?.(body);
    insistence.answer.then(tell, tell);
  };

  const ask = async (body: Body): Promise<Answer> => {
    const key = keys.current.keyFor(body ?? null);
    const again = async () => (await send(key, body)).data;
    const known = behind.current?.key === key ? behind.current : undefined;
    known?.hurry();
    const asked = known?.answer ?? again();
    try {
      const answer = await orLate(
        asked,
        Math.max(momentMs, patienceMs - (performance.now() - began.current)),
      );
      behind.current = undefined;
      return answer;
    } catch (error) {
      if (!isLate(error)) {
        behind.current = undefined;
        throw error;
      }
      if (!known) {
        void goOnBehind(key, asked, again, body);
      }
      throw late();
    }
  };

  const mutation = useMutation({
    onMutate: () => {
      began.current = performance.now();
    },
    mutationFn: ask,
    retry: (tries, error) =>
      tries < silentTries && repeatsItself(error) && performance.now() - began.current < patienceMs,
    retryDelay: (tries) => 800 * 2 ** tries,
    onSuccess,
    onError,
    onSettled: (_answer, error) => keys.current.settled(error),
  });

  const { mutate } = mutation;
  useEffect(() => {
    callAgain.current = mutate;
    return () => {
      callAgain.current = undefined;
    };
  }, [mutate]);
  useEffect(
    () => () => {
      behind.current = undefined;
    },
    [],
  );
  return mutation;
}
