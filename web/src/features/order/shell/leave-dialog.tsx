import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { giveNumberBack, type Order } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { isolatedNumber } from '@/lib/session/line-name';
import { comesBack } from '@/lib/site/maintenance';
import { timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { orderQuery } from '../model/order-query';
import { useOrderAction } from '../model/use-order-action';

/** The answer is ignored: it would send the wizard to another step instead of letting the customer leave. */
const forgetOnLeaving = () => undefined;

/**
 * Asks before the customer leaves an order with a reserved number. Steps of the same order do not count as
 * leaving. An agent who works for a caller leaves the order to the caller without the question.
 */
export function LeaveDialog({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const until = order.booking?.holdExpiresAt;
  const holding = order.stage === 'wizard' && !order.opened && until !== undefined && !order.booking?.expired;
  const client = useQueryClient();
  const blocker = useBlocker(
    ({ nextLocation: { pathname, state } }) => holding && !pathname.includes(order.id) && state !== comesBack,
  );
  const giveBack = useOrderAction<void>(order.id, (call) => giveNumberBack(call), forgetOnLeaving);
  if (blocker.state !== 'blocked' || !order.booking || !until) {
    return null;
  }
  const giveBackAndLeave = () =>
    giveBack.mutate(undefined, {
      onSuccess: () => {
        blocker.proceed();
        void client.invalidateQueries({
          queryKey: orderQuery(order.id, language).queryKey,
          refetchType: 'none',
        });
      },
    });
  const number = isolatedNumber(order.booking.msisdn);
  return (
    <ModalDialog title={t('leave.title')} onClose={() => blocker.reset()}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('leave.text', { number, time: timeOfDay(until, language) })}</p>
        <ErrorNotice error={giveBack.error} />
        <Button onClick={() => blocker.reset()}>{t('leave.stay')}</Button>
        <Button variant="default" onClick={() => blocker.proceed()}>
          {t('leave.later')}
        </Button>
        <Button variant="subtle" color="red" loading={giveBack.isPending} onClick={giveBackAndLeave}>
          {t('leave.giveBack')}
        </Button>
      </div>
    </ModalDialog>
  );
}
