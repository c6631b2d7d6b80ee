import { lazy, Suspense, useEffect, useState } from 'react';
import type { Order } from '@/api/gen';
import { Loading } from '@/components/loading';
import type { StepId } from '@/lib/order-steps';
import { ExpiredDialog } from './components/expired-dialog';
import { LeaveDialog } from './components/leave-dialog';
import { OrderSummary } from './components/order-summary';
import { StepProgress } from './components/step-progress';
import { withTexts } from './lazy-with-texts';
import { WizardContext } from './wizard-context';
import classes from './wizard-frame.module.css';

const numberStep = () => import('./steps/number-step');

/** One chunk per step. */
const loaders = {
  'purchase-type-selection': withTexts(['device'], () => import('./steps/purchase-type-step')),
  'sim-replacement-request': numberStep,
  'number-selection': numberStep,
  'mnp-number-selection': withTexts(['port'], () => import('./steps/port-step')),
  'plan-selection': () => import('./steps/plan-step'),
  'eligibility-check': () => import('./steps/eligibility-step'),
  'identity-validation': () => import('./steps/identity-step'),
  'personal-information': () => import('./steps/contact-step'),
  delivery: () => import('./steps/delivery-step'),
  'order-confirmation': () => import('./steps/confirmation-step'),
  payment: () => import('./steps/payment-step'),
  'order-details': () => import('./details/order-details'),
} satisfies Record<StepId, () => Promise<{ default: React.ComponentType }>>;

const stepPages = {
  'purchase-type-selection': lazy(loaders['purchase-type-selection']),
  'sim-replacement-request': lazy(loaders['sim-replacement-request']),
  'number-selection': lazy(loaders['number-selection']),
  'mnp-number-selection': lazy(loaders['mnp-number-selection']),
  'plan-selection': lazy(loaders['plan-selection']),
  'eligibility-check': lazy(loaders['eligibility-check']),
  'identity-validation': lazy(loaders['identity-validation']),
  'personal-information': lazy(loaders['personal-information']),
  delivery: lazy(loaders.delivery),
  'order-confirmation': lazy(loaders['order-confirmation']),
  payment: lazy(loaders.payment),
  'order-details': lazy(loaders['order-details']),
} satisfies Record<StepId, React.ComponentType>;

/** While the customer reads this step, the next one comes; a failure shows when that step is opened. */
function usePreloadedNext(order: Order, step: StepId): void {
  const next = order.steps[order.steps.findIndex(({ id }) => id === step) + 1]?.id;
  useEffect(() => {
    if (next) {
      loaders[next]().catch(() => undefined);
    }
  }, [next]);
}

/** The step with its surroundings: progress above, price and countdown beside or below. */
export function WizardFrame({ order, step }: { order: Order; step: StepId }) {
  const [drafts] = useState(() => new Map<StepId, unknown>());
  const Step = stepPages[step];
  usePreloadedNext(order, step);
  const ordering = step !== 'order-details';
  const lost =
    ordering && order.booking?.expired && step !== 'number-selection' ? order.booking.msisdn : undefined;
  return (
    <WizardContext value={{ order, drafts }}>
      <div className={`container ${classes.frame}`} data-ordering={ordering || undefined}>
        <div className={classes.step}>
          {ordering && <StepProgress order={order} current={step} />}
          <Suspense fallback={<Loading lines={4} height={90} />}>
            <Step key={step} />
          </Suspense>
        </div>
        {ordering && <OrderSummary order={order} />}
      </div>
      {lost && <ExpiredDialog order={order} lost={lost} />}
      <LeaveDialog order={order} />
    </WizardContext>
  );
}
