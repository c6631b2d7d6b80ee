import { useRef, useState } from 'react';

interface State {
  busy: boolean;
  error?: unknown;
}

/**
 * Runs the action of a button: once at a time, with its failure as state. The hook is small enough for a page
 * of the first paint.
 */
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
