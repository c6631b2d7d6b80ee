import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { zPlanId, zUuid } from '@/api/gen/zod.gen';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { type StepId, slugOf, stepOfSlug, stepPath } from '../model/order-steps';
import { keepReferral } from '../model/referral';
import { useStartOrder } from '../model/use-start-order';
import { NumberPicker } from '../numbers/number-picker';
import { Invitation } from './invitation';

/** Loaded only for signed-in customers; most buyers have no account yet. */
const LogOutFirst = lazy(() => import('./log-out-first'));

/** Loaded on demand: most buyers want a new number on a SIM card and are already in the shop. */
const NumberTypePage = lazyWithTexts(['start', 'device'], () => import('./number-type-page'));

/** Loaded only for visitors who chose a plan first. */
const ChosenPlan = lazyWithTexts(['start'], () => import('./chosen-plan'));

/** The number shop: a SIM card with the number chosen here. */
function Shop() {
  const { t } = useTranslation('numbers');
  const start = useStartOrder();
  const [params] = useSearchParams();
  const plan = zPlanId.safeParse(params.get('package')).data;
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {plan && (
        <Suspense>
          <ChosenPlan id={plan} />
        </Suspense>
      )}
      <Invitation />
      <NumberPicker
        booking={start.isPending ? start.variables.msisdn : undefined}
        error={start.error}
        onRetry={() => start.variables && start.mutate(start.variables)}
        onChoose={(msisdn) => start.mutate({ kind: 'sim', numberSource: 'new', msisdn })}
      />
    </>
  );
}

/**
 * The page at which an order begins for some steps: the shop, or the choice of SIM and number, which a
 * customer with an own number has to make first.
 */
const beginnings: Partial<Record<StepId, StepId>> = {
  'purchase-type-selection': 'purchase-type-selection',
  'mnp-number-selection': 'purchase-type-selection',
};

/** The page on which an order begins. */
export function StartPage() {
  const { slug = '' } = useParams();
  const language = useLanguage();
  const { hash, search } = useLocation();
  const { status } = useSession();
  useState(() => keepReferral(search));
  const wanted = stepOfSlug(slug);
  const step = (wanted && beginnings[wanted]) ?? 'number-selection';
  if (zUuid.safeParse(slug).success) {
    return <Navigate replace to={stepPath(language, 'order-details', slug) + hash} />;
  }
  if (slug !== slugOf(step, language)) {
    const choice = wanted === 'mnp-number-selection' ? '?number=port-in' : search;
    return <Navigate replace to={stepPath(language, step) + choice} />;
  }
  return (
    <Suspense>
      {status === 'signed-in' ? (
        <LogOutFirst />
      ) : (
        <div className="container" style={{ paddingBlock: '2rem' }}>
          {step === 'number-selection' ? <Shop /> : <NumberTypePage />}
        </div>
      )}
    </Suspense>
  );
}
