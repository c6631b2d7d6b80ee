import { lazy, Suspense, useState } from 'react';
import type { Order } from '@/api/gen';
import { Loading } from '@/components/loading';
import type { StepId } from '@/lib/order-steps';
import { ExpiredDialog } from './components/expired-dialog';
import { LeaveDialog } from './components/leave-dialog';
import { OrderSummary } from './components/order-summary';
import { StepProgress } from './components/step-progress';
import { WizardContext } from './wizard-context';
import classes from './wizard-frame.module.css';

const NumberStep = lazy(() => import('./steps/number-step'));

/** One chunk per step. Bringing a number over starts with its own step, which comes with that kind of order. */
const stepPages = {
  'number-selection': NumberStep,
  'mnp-number-selection': NumberStep,
  'plan-selection': lazy(() => import('./steps/plan-step')),
  'eligibility-check': lazy(() => import('./steps/eligibility-step')),
  'identity-validation': lazy(() => import('./steps/identity-step')),
  'personal-information': lazy(() => import('./steps/contact-step')),
  delivery: lazy(() => import('./steps/delivery-step')),
  'order-confirmation': lazy(() => import('./steps/confirmation-step')),
  payment: lazy(() => import('./steps/payment-step')),
  'order-details': lazy(() => import('./details/order-details')),
} satisfies Record<StepId, React.ComponentType>;

/** The step with its surroundings: progress above, price and countdown beside or below. */
export function WizardFrame({ order, step }: { order: Order; step: StepId }) {
  const [drafts] = useState(() => new Map<StepId, unknown>());
  const Step = stepPages[step];
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
