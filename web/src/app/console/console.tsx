import { useDirection } from '@mantine/core';
import { Suspense, useLayoutEffect } from 'react';
import { useSteadySubmit } from '@/lib/form/use-steady-submit';
import { ServerState } from '@/lib/http/query-client';
import { directionOf } from '@/lib/text/language';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { Scroll } from '../frame/scroll';
import { OfflineBar } from '../overlays/offline-bar';
import { StaffOnly } from './staff-only';

const SessionExpired = lazyWithTexts('shell', async () => ({
  default: (await import('../overlays/session-expired')).SessionExpired,
}));

/** Surrounds the pages of staff members, without the header and footer of the customers' pages. */
export function Console() {
  const direction = directionOf(useLanguage());
  const { setDirection } = useDirection();
  useSteadySubmit();
  useLayoutEffect(() => {
    setDirection(direction);
  }, [direction, setDirection]);
  return (
    <ServerState>
      <OfflineBar />
      <StaffOnly />
      <Suspense>
        <SessionExpired />
      </Suspense>
      <Scroll />
    </ServerState>
  );
}
