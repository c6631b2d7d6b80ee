import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { isEsim, isOwnLine, isPort } from '../model/kind';
import { stepPath } from '../model/order-steps';

/** Returns the page on which an order like this one begins. */
function beginning(order: Order, language: Language): string {
  if (order.replacement) {
    return `/${language}/replace-sim`;
  }
  if (order.extraSim) {
    return `/${language}/multi-sim`;
  }
  if (!isEsim(order) && !isPort(order)) {
    return `/${language}/order-sim`;
  }
  const sim = isEsim(order) ? 'esim' : 'physical';
  const number = isPort(order) ? 'port-in' : 'new';
  return `${stepPath(language, 'purchase-type-selection')}?sim=${sim}&number=${number}`;
}

/** Returns the text of an order in cancellation: what is undone, and the way of the money. */
function undoneText(order: Order) {
  const paid = order.progress?.milestones.some(({ key }) => key === 'money-back');
  if (!paid) {
    return 'ended.cancellingUnpaid' as const;
  }
  if (isPort(order)) {
    return 'ended.withdrawingText' as const;
  }
  return isOwnLine(order) ? ('ended.cancellingLineText' as const) : ('ended.cancellingText' as const);
}

function titleOf({ stage, port }: Order) {
  if (stage === 'abandoned') {
    return 'ended.abandoned' as const;
  }
  return port?.status === 'withdrawn' ? ('ended.withdrawn' as const) : ('ended.cancelled' as const);
}

/** A cancelled or expired order, or one in cancellation: the reason, and the refund. */
export function EndedOrder({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { ended, stage } = order;
  if (stage === 'cancelling') {
    const words = isPort(order) ? 'withdrawing' : 'cancelling';
    return <PageHeading takesFocus title={t(`ended.${words}`)} lead={t(undoneText(order))} />;
  }
  return (
    <>
      <PageHeading takesFocus title={t(titleOf(order))} lead={ended?.message} />
      {ended !== undefined && ended.refunded > 0 && (
        <p className="card">
          {t('ended.refunded')} <Money amount={ended.refunded} />
          <br />
          <small>{t('ended.refundTime')}</small>
        </p>
      )}
      {!order.opened && (
        <p>
          <PrimaryLink to={beginning(order, language)}>{t('ended.again')}</PrimaryLink>
        </p>
      )}
    </>
  );
}
