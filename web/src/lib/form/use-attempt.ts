import { useRef, useState } from 'react';

interface State {
  busy: boolean;
  error?: unknown;
}

/** Something a button does: once at a time, its failure kept to be shown. Light enough for a first page. */
export function useAttempt<Input = void>(send: (input: Input) => Promise<unknown>) {
  const [state, setState] = useState<State>({ busy: false });
  const running = useRef(false);
  const attempt = async (input: Input): Promise<void> => {
    if (running.current) {
      return;
    }
    running.current = true;
    setState({ busy: true });
    try {
      await send(input);
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    } finally {
      running.current = false;
    }
  };
  const clear = () => setState({ busy: false });
  return { ...state, attempt, clear };
}
