import { useTranslation } from 'react-i18next';
import type { Purchase } from '@/api/gen-purchases';
import { Notice } from '@/components/notice';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

const CALLED_OFF = 'cancelled_by_customer';
/** The transfer had arrived, and the partner took it back. */
const REVERSED = 'international_reversed';

/** Returns the bank's reason, which says more than that the payment was declined. */
const reasonOf = ({ payment, failure }: Purchase) => payment?.declineMessage ?? failure?.message;

/** Tells whether the failure's text already says that nothing was charged. */
const saysSo = ({ payment, failure }: Purchase) =>
  !payment?.declineMessage && (failure?.code === 'payment_declined' || failure?.code === 'payment_abandoned');

/** Returns the text about the refund and its target. */
function backOf({ kind, way }: Purchase) {
  if (way === 'invoice') {
    return 'failed.notBilled';
  }
  switch (kind) {
    case 'credit-transfer':
    case 'international-transfer':
    case 'service':
      return 'failed.creditBack';
    case 'data-transfer':
      return 'failed.dataBack';
    default:
      return 'failed.back';
  }
}

function titleOf(notNeeded: boolean, { kind, failure }: Purchase) {
  if (failure?.code === CALLED_OFF) {
    return 'failed.calledOff';
  }
  if (failure?.code === REVERSED) {
    return 'failed.reversed';
  }
  return notNeeded ? 'failed.invoiceBack' : (`failed.${kind}` as const);
}

/** The purchase failed: the reason, and the refund. */
export function Failed({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  const { kind, refundedAt } = purchase;
  const notNeeded = kind === 'invoice' && refundedAt !== undefined;
  const calledOff = purchase.failure?.code === CALLED_OFF;
  const money = refundedAt ? t(backOf(purchase), { day: day(refundedAt, language) }) : t('failed.noMoney');
  return (
    <Notice tone={notNeeded || calledOff ? 'warning' : 'negative'} title={t(titleOf(notNeeded, purchase))}>
      {!calledOff && <p>{reasonOf(purchase)}</p>}
      {(refundedAt || !saysSo(purchase)) && <p>{money}</p>}
    </Notice>
  );
}
