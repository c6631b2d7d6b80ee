import { Suspense } from 'react';
import { keptReferral } from '../model/referral';
import { lazyWithTexts } from '../shell/lazy-with-texts';

const Invited = lazyWithTexts(['refer'], () => import('./invited'));

/** Few come by an invitation; for them, what it brings. */
export const Invitation = () =>
  keptReferral() && (
    <Suspense>
      <Invited />
    </Suspense>
  );
