import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useParams } from 'react-router';
import { zUuid } from '@/api/gen/zod.gen';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { type StepId, slugOf, stepOfSlug, stepPath } from '@/lib/order-steps';
import { keepReferral, useKeptReferral } from '@/lib/referral';
import { useSession } from '@/lib/session';
import { useLanguage } from '@/lib/use-language';
import { NumberPicker } from './components/number-picker';
import { lazyWithTexts } from './lazy-with-texts';
import { useStartOrder } from './start/use-start-order';

/** Most who order are nobody's customers yet. */
const LogOutFirst = lazy(() => import('./components/log-out-first'));

/** Most want a new number on a SIM card, and are in the shop already. */
const NumberTypePage = lazyWithTexts(['start', 'device'], () => import('./start/number-type-page'));

/** Few come by an invitation. */
const Invited = lazyWithTexts(['refer'], () => import('./start/invited'));

/** The number shop: a SIM card with the number chosen here. */
function Shop() {
  const { t } = useTranslation('numbers');
  const start = useStartOrder();
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <NumberPicker
        booking={start.isPending ? start.variables.msisdn : undefined}
        error={start.error}
        onChoose={(msisdn) => start.mutate({ kind: 'sim', numberSource: 'new', msisdn })}
      />
    </>
  );
}

const places = {
  'number-selection': Shop,
  'purchase-type-selection': NumberTypePage,
} satisfies Partial<Record<StepId, React.ComponentType>>;

const isPlace = (step: StepId | undefined): step is keyof typeof places =>
  step !== undefined && step in places;

/** Where an order begins: in the shop, or with the choice of SIM and number. */
export function StartPage() {
  const { slug = '' } = useParams();
  const language = useLanguage();
  const { hash, search } = useLocation();
  const { status } = useSession();
  useState(() => keepReferral(search));
  const referral = useKeptReferral();
  const step = stepOfSlug(slug);
  if (zUuid.safeParse(slug).success) {
    return <Navigate replace to={stepPath(language, 'order-details', slug) + hash} />;
  }
  if (step === 'mnp-number-selection') {
    return <Navigate replace to={`${stepPath(language, 'purchase-type-selection')}?number=port-in`} />;
  }
  if (!isPlace(step)) {
    return <Navigate replace to={stepPath(language, 'number-selection') + search} />;
  }
  if (slug !== slugOf(step, language)) {
    return <Navigate replace to={stepPath(language, step) + search} />;
  }
  if (status === 'signed-in') {
    return (
      <Suspense>
        <LogOutFirst />
      </Suspense>
    );
  }
  const Place = places[step];
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <Suspense fallback={<Loading lines={4} height={90} />}>
        {referral && <Invited />}
        <Place />
      </Suspense>
    </div>
  );
}
