import { Suspense, useState } from 'react';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { keptReferral } from '../model/referral';

const Invited = lazyWithTexts(['referral'], () => import('./invited'));

/** Loads the benefit of an invitation, which few visitors have. */
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
