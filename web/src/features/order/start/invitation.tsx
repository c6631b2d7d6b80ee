import { Suspense, useState } from 'react';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { keptReferral } from '../model/referral';

const Invited = lazyWithTexts(['referral'], () => import('./invited'));

/** Few come by an invitation; for them, what it brings. */
export function Invitation() {
  const [code] = useState(keptReferral);
  return (
    code && (
      <Suspense>
        <Invited code={code} />
      </Suspense>
    )
  );
}
