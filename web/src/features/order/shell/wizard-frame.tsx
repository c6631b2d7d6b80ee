import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Order } from '@/api/gen';
import { LastSeen } from '@/components/last-seen';
import { Loading } from '@/components/loading';
import { OrderAtHand } from '@/components/support/order-at-hand';
import { lazyWithTexts, withTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { orderQuery } from '../model/order-query';
import { type PageId, pageOf, type StepId } from '../model/order-steps';
import { ExpiredDialog } from './expired-dialog';
import { HoldWarning } from './hold-countdown';
import { LeaveDialog } from './leave-dialog';
import { OrderSummary } from './order-summary';
import { StepProgress } from './step-progress';
import { useFollowing } from './use-following';
import { WizardContext } from './wizard-context';
import classes from './wizard-frame.module.css';

/** Loaded only for agents. */
const AssistedBanner = lazyWithTexts(['console'], () => import('./assisted-banner'));

/** Each step is a chunk. */
const loaders = {
  'purchase-type-selection': withTexts(['device', 'multi-sim'], () => import('../steps/purchase-type-step')),
  'sim-replacement-request': withTexts(
    ['replacement', 'device', 'credentials'],
    () => import('../steps/replacement-step'),
  ),
  'number-selection': () => import('../steps/number-step'),
  'mnp-number-selection': withTexts(['port'], () => import('../steps/port-step')),
  'plan-selection': withTexts(['sale'], () => import('../steps/plan-step')),
  'eligibility-check': () => import('../steps/eligibility-step'),
  'identity-validation': () => import('../steps/identity-step'),
  'user-information': () => import('../steps/contact-step'),
  delivery: withTexts(['delivery'], () => import('../steps/delivery-step')),
  'order-confirmation': () => import('../steps/confirmation-step'),
  payment: withTexts(['payment'], () => import('../steps/payment-step')),
  'order-details': () => import('../details/order-details'),
} satisfies Record<PageId, () => Promise<{ default: React.ComponentType }>>;

/** The lazy page of each loader, created once, so that a step stays mounted while the frame renders again. */
const stepPages = new Map<string, React.ComponentType>(
  Object.entries(loaders).map(([step, load]) => [step, lazy(load)]),
);

function StepPage({ page }: { page: PageId }) {
  const Page = stepPages.get(page);
  return Page && <Page />;
}

/** Loads the next step while the customer reads this one; a failure shows when that step opens. */
function usePreloadedNext(order: Order, step: StepId): void {
  const next = order.steps[order.steps.findIndex(({ id }) => id === step) + 1]?.id;
  useEffect(() => {
    if (next) {
      loaders[pageOf(next)]().catch(() => undefined);
    }
  }, [next]);
}

/** The step with its surroundings: progress above, price and countdown next to it or below. */
export function WizardFrame({ order, step }: { order: Order; step: StepId }) {
  const [drafts] = useState(() => new Map<StepId, unknown>());
  const sending = useRef(false);
  const [wrong, setWrong] = useState(0);
  const language = useLanguage();
  usePreloadedNext(order, step);
  useFollowing(order, step, sending);
  const ordering = step !== 'order-details';
  const lost =
    ordering && order.booking?.expired && step !== 'number-selection' ? order.booking.msisdn : undefined;
  const until = order.booking?.expired ? undefined : order.booking?.holdExpiresAt;
  return (
    <OrderAtHand value={order.orderNumber}>
      <WizardContext value={{ order, drafts, sending, setWrong }}>
        <div className={`container ${classes.frame}`} data-ordering={ordering || undefined}>
          <div className={classes.step}>
            {order.opened === 'assisted' && (
              <Suspense>
                <AssistedBanner order={order} />
              </Suspense>
            )}
            <LastSeen of={orderQuery(order.id, language).queryKey} />
            {ordering && until && <HoldWarning order={order} until={until} />}
            {ordering && <StepProgress order={order} current={step} />}
            <Suspense fallback={<Loading lines={4} height={90} />}>
              <StepPage key={pageOf(step)} page={pageOf(step)} />
            </Suspense>
          </div>
          {ordering && <OrderSummary order={order} step={step} wrong={wrong} />}
        </div>
        {lost && <ExpiredDialog order={order} lost={lost} />}
        <LeaveDialog order={order} />
      </WizardContext>
    </OrderAtHand>
  );
}
