import { Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Order } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useAwakening } from '@/lib/http/use-awakening';
import { useCountdown } from '@/lib/http/use-countdown';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { isOrderClosed, useOrder } from '../model/order-query';
import { takeSessionFromAddress } from '../model/order-session';
import { currentStep, mayShow, slugOf, stepOfSlug, stepPath } from '../model/order-steps';
import { useOtherTabs } from '../model/use-other-tabs';
import { WizardFrame } from './wizard-frame';

const NoAccess = lazyWithTexts(['order-asides'], () => import('./no-access'));
const OrderPart = lazyWithTexts(['details'], () => import('../details/order-part'));

/** Reads the order again when its reservation expires, so that the page shows it without a click. */
function useExpiryCheck(until: string | undefined, refetch: () => unknown) {
  const over = useCountdown(until) === 0 && until !== undefined;
  useEffect(() => {
    if (!over) {
      return;
    }
    void refetch();
    const again = setInterval(refetch, 3_000);
    return () => clearInterval(again);
  }, [over, refetch]);
}

/**
 * Tells whether a session opens only a part of the order. An agent who works for a caller sees the steps of
 * the whole order.
 */
const isPart = ({ opened }: Order): boolean => opened !== undefined && opened !== 'assisted';

/** The order wizard: the step to show now, and everything around the step. */
export function OrderWizard() {
  const { orderId = '', slug = '' } = useParams();
  useState(() => takeSessionFromAddress(orderId));
  const language = useLanguage();
  const { search } = useLocation();
  const { data: order, error, refetch } = useOrder(orderId);
  useAwakening(refetch);
  useOtherTabs(order, refetch);
  useExpiryCheck(order?.booking?.expired ? undefined : order?.booking?.holdExpiresAt, refetch);

  if (!order) {
    if (isOrderClosed(error)) {
      return (
        <Suspense>
          <NoAccess />
        </Suspense>
      );
    }
    return (
      <div className="container" style={{ paddingBlock: '2rem' }}>
        {error ? <ErrorNotice error={error} onRetry={() => refetch()} /> : <Loading lines={4} height={110} />}
      </div>
    );
  }
  if (isPart(order)) {
    return (
      <Suspense>
        <OrderPart order={order} />
      </Suspense>
    );
  }
  const wanted = stepOfSlug(slug);
  const lost = order.stage === 'wizard' && order.booking?.expired === true;
  // After an expired reservation the step behind the dialog stays, with all its typed values.
  const step =
    wanted && (mayShow(order, wanted) || (lost && wanted !== 'order-details')) ? wanted : currentStep(order);
  const isElsewhere = step !== wanted || slug !== slugOf(step, language);
  // The frame stays while the address changes, because the payment step must remember the press of Pay.
  return (
    <>
      {isElsewhere && <Navigate replace to={stepPath(language, step, order.id) + search} />}
      <WizardFrame key={order.id} order={order} step={step} />
    </>
  );
}
