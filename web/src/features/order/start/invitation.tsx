import { Suspense, useState } from 'react';
import { keptReferral } from '../model/referral';
import { lazyWithTexts } from '../shell/lazy-with-texts';

const Invited = lazyWithTexts(['refer'], () => import('./invited'));

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
