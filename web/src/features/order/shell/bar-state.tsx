import { useIsMutating } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { useOnline } from '@/lib/http/use-online';
import { isPartOfWay, pageOf, type StepId } from '../model/order-steps';
import classes from './order-summary.module.css';

type Attempt = Order['payments'][number];

interface State {
  text: string;
  tone?: 'quiet' | 'warning' | 'negative' | undefined;
  /** The step itself says the same to screen readers. */
  told?: boolean;
}

const tones: Partial<Record<Attempt['status'], State['tone']>> = {
  pending: 'warning',
  abandoned: 'warning',
  declined: 'negative',
};

export interface BarStateProps {
  order: Order;
  step: StepId;
  /** The fields that the last attempt to go on found wrong. */
  wrong: number;
}

/**
 * Returns the state of the step: a call on its way, the bank or the identity app that has the turn, mistakes
 * in the form, or the answer that is still missing.
 */
function useStateOfStep({ order, step, wrong }: BarStateProps): State | undefined {
  const { t } = useTranslation('order');
  const sending = useIsMutating() > 0;
  const online = useOnline();
  const attempt = order.payments.at(-1);
  if (sending) {
    return online ? { text: t('summary.sending') } : { text: t('summary.waitsForNet'), tone: 'warning' };
  }
  if (attempt && attempt.status !== 'refunded') {
    return { text: t(`summary.payment.${attempt.status}`), tone: tones[attempt.status], told: true };
  }
  if (wrong > 0) {
    return { text: t('summary.wrong', { count: wrong }), tone: 'negative' };
  }
  if (step === 'identity-validation' && order.identity?.status === 'waiting') {
    return { text: t('summary.nafath') };
  }
  const page = pageOf(step);
  const done = order.steps.find(({ id }) => id === step)?.done;
  return isPartOfWay(step) && page !== 'order-details' && !done
    ? { text: t(`summary.missing.${page}`), tone: 'quiet' }
    : undefined;
}

/** The state of the step, in the bar near the thumb and for screen readers. */
export function useBarState(props: BarStateProps) {
  const state = useStateOfStep(props);
  return {
    shown: state && (
      <p className={classes.stands} data-tone={state.tone} aria-hidden>
        {state.text}
      </p>
    ),
    spoken: (
      <div className="visually-hidden" role="status">
        {!state?.told && state?.text}
      </div>
    ),
  };
}
