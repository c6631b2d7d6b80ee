import { useEffect, useReducer, useRef, useState } from 'react';
import { patienceMs } from '@/lib/http/patience';
import type { CardFieldsHandle } from './card-fields';

/**
 * The card fields and the request to them. If the fields do not answer they are opened again: a late token
 * must not be charged after the customer was told that nothing was charged.
 */
export function useAskedFields() {
  const fields = useRef<CardFieldsHandle>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'silent'>('idle');
  const [round, openAnew] = useReducer((known: number) => known + 1, 0);
  useEffect(() => {
    if (state !== 'asking') {
      return;
    }
    const giveUp = () => {
      setState('silent');
      openAnew();
    };
    const timer = setTimeout(giveUp, patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  const ask = () => {
    setState('asking');
    fields.current?.submit();
  };
  return { fields, state, round, openAnew, ask, answered: () => setState('idle') };
}
