import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Goes to another page and resolves when that one is on screen. The router's own promise is earlier: the page left is
 * still there then, and a members' page leads to the sign-in as soon as the sign-in ends.
 */
export function useNextPage(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const { key } = useLocation();
  const shown = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another page; without one, this one is gone
  useEffect(() => () => shown.current?.(), [key]);
  return async (to) => {
    const onScreen = new Promise<void>((resolve) => {
      shown.current = resolve;
    });
    await navigate(to, { replace: true });
    await onScreen;
  };
}
