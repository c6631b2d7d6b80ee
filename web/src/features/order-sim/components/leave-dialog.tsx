import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { giveNumberBack, type Order } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { spacedMobile } from '@/lib/digits';
import { timeOfDay } from '@/lib/format';
import { useLanguage } from '@/lib/use-language';
import { useOrderAction } from '@/lib/use-order-action';

/** Leaving the order while a number is held is asked about first. Steps of the same order are no leaving. */
export function LeaveDialog({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const until = order.booking?.holdExpiresAt;
  const holding = order.stage === 'wizard' && until !== undefined && !order.booking?.expired;
  const blocker = useBlocker(({ nextLocation }) => holding && !nextLocation.pathname.includes(order.id));
  const giveBack = useOrderAction<void>(order.id, (call) => giveNumberBack(call));
  if (blocker.state !== 'blocked' || !order.booking || !until) {
    return null;
  }
  const giveBackAndLeave = () => giveBack.mutate(undefined, { onSuccess: () => blocker.proceed() });
  const number = `\u2066${spacedMobile(order.booking.msisdn)}\u2069`;
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
