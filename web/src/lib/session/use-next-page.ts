import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Navigates to another page and resolves when that page is on the screen. The router's own promise resolves
 * earlier: the previous page is then still mounted, and a members' page redirects to the sign-in as soon as
 * the session ends. The state `leaving` tells the next page that the session is about to end.
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
    await navigate(to, { replace: true, state: { leaving: true } });
    await onScreen;
  };
}
