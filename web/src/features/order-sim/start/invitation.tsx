import { Suspense } from 'react';
import { keptReferral } from '@/lib/referral';
import { lazyWithTexts } from '../lazy-with-texts';

const Invited = lazyWithTexts(['refer'], () => import('./invited'));

/** Few come by an invitation; for them, what it brings. */
export const Invitation = () =>
  keptReferral() && (
    <Suspense>
      <Invited />
    </Suspense>
  );
