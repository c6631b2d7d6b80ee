import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemOf } from '@/api/problem';
import { fieldsOfferPasskeys } from '@/lib/passkey/browser';
import { signInByPasskey } from './sign-in-by-passkey';

/** The server's challenge is valid for five minutes. */
const askAnewAfterMs = 4 * 60_000;

/** Browsers run one ceremony at a time: the ceremony in the field is cancelled for the one of the button. */
function useCeremony() {
  const running = useRef<AbortController>(undefined);
  const end = () => running.current?.abort();
  const begin = (): AbortSignal => {
    end();
    running.current = new AbortController();
    return running.current.signal;
  };
  return { begin, end };
}

/** A sign-in with a passkey from the field of the name or from the button. */
export function usePasskeyWay() {
  const { begin, end } = useCeremony();
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const waitInField = async (signal: AbortSignal): Promise<void> => {
    if (!(await fieldsOfferPasskeys()) || signal.aborted) {
      return;
    }
    const tooOld = setTimeout(() => void waitInField(begin()), askAnewAfterMs);
    try {
      await signInByPasskey({ inField: true, signal });
    } catch (error) {
      if (!signal.aborted && problemOf(error)) {
        setState({ busy: false, error });
      }
    } finally {
      clearTimeout(tooOld);
    }
  };
  const sign = async (): Promise<void> => {
    setState({ busy: true });
    const signal = begin();
    try {
      await signInByPasskey({ inField: false, signal });
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
      void waitInField(begin());
    }
  };
  const wait = useEffectEvent(() => void waitInField(begin()));
  const stop = useEffectEvent(end);
  useEffect(() => {
    wait();
    return () => stop();
  }, []);
  return { ...state, sign };
}
