import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Purchase } from '@/api/gen-purchases';
import { wayToOrderAgain } from '@/components/payment/use-order-again';
import { useOpenPath } from '@/lib/session/use-open-path';
import { usePath } from '@/lib/site/use-path';
import { isBundle, isGift, isTransfer, tabOf } from './kinds';

const tabs = { recharge: 'balanceRecharge', 'data-recharge': 'dataRecharge', voucher: 'voucherRecharge' };

function useWords({ kind, status }: Purchase) {
  const { t } = useTranslation('purchase');
  if (kind === 'card') {
    return t(status === 'failed' ? 'failed.cardAgain' : 'anotherCard');
  }
  if (status === 'completed') {
    return t('again');
  }
  return t(kind === 'voucher' ? 'failed.voucherAgain' : 'failed.again');
}

/** After a switch: another try if it failed, or the page of the plan. */
function AfterSwitch({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const { id, status, switch: switched, way } = purchase;
  const again = usePath('switch-plan');
  const mine = usePath('my-plan');
  const own = usePath('purchase');
  return (
    <div className="button-row">
      {status === 'failed' && again && switched && (
        <Button component={Link} className="primary-action" to={`${again}/${switched.planId}`}>
          {t('failed.switchAgain')}
        </Button>
      )}
      {status === 'completed' && way !== 'invoice' && (
        <Button component={Link} variant="default" to={`${own}/${id}/receipt`}>
          {t('receipt')}
        </Button>
      )}
      {mine && (
        <Button component={Link} variant={status === 'completed' ? 'filled' : 'default'} to={mine}>
          {t('toMyPlan')}
        </Button>
      )}
    </div>
  );
}

/** After a transfer: another transfer or the same again, and the list of transfers. */
function AfterTransfer(purchase: Purchase) {
  const { id, status } = purchase;
  const { t } = useTranslation('purchase');
  const transfer = useOpenPath('transfer');
  const history = useOpenPath('history');
  const own = usePath('purchase');
  const over = status === 'completed' || status === 'failed';
  return (
    <div className="button-row">
      {over && transfer && (
        <Button component={Link} className="primary-action" to={`${transfer}?tab=${tabOf(purchase)}`}>
          {t(status === 'failed' ? 'failed.transferAgain' : 'transferMore')}
        </Button>
      )}
      {status === 'completed' && !isGift(purchase) && (
        <Button component={Link} variant="default" to={`${own}/${id}/receipt`}>
          {t('receipt')}
        </Button>
      )}
      {history && (
        <Button component={Link} variant="default" to={`${history}?tab=transfer`}>
          {t('toTransfers')}
        </Button>
      )}
    </div>
  );
}

/** After a bill: back to the bill, to pay the rest or to try again. */
function AfterBill({ status, bill, refundedAt }: Purchase) {
  const { t } = useTranslation('purchase');
  const bills = useOpenPath('myBills');
  if (!bills || !bill) {
    return null;
  }
  const to = `${bills}/${bill.invoiceId}`;
  const rest = status === 'completed' && (bill.left ?? 0) > 0;
  return (
    <div className="button-row">
      {(rest || (status === 'failed' && !refundedAt)) && (
        <Button component={Link} className="primary-action" to={`${to}/pay`}>
          {t(rest ? 'payRest' : 'failed.again')}
        </Button>
      )}
      <Button
        component={Link}
        className="primary-action"
        variant={status === 'completed' && !rest ? 'filled' : 'default'}
        to={to}
      >
        {t('toBill')}
      </Button>
    </div>
  );
}

/** After a service: the line's services, and the receipt. */
function AfterService({ id, status, way }: Purchase) {
  const { t } = useTranslation('purchase');
  const special = useOpenPath('services');
  const entertainment = useOpenPath('entertainment');
  const services = special ?? entertainment;
  const own = usePath('purchase');
  return (
    <div className="button-row">
      {services && (
        <Button component={Link} className="primary-action" to={`${services}?tab=mine`}>
          {t('toServices')}
        </Button>
      )}
      {status === 'completed' && way !== 'invoice' && (
        <Button component={Link} variant="default" to={`${own}/${id}/receipt`}>
          {t('receipt')}
        </Button>
      )}
    </div>
  );
}

/** After a game: the bought codes, or another try. */
function AfterGame({ id, status }: Purchase) {
  const { t } = useTranslation('purchase');
  const games = useOpenPath('games');
  const own = usePath('purchase');
  return (
    <div className="button-row">
      {games && (
        <Button
          component={Link}
          className="primary-action"
          to={status === 'failed' ? games : `${games}?tab=mine`}
        >
          {t(status === 'failed' ? 'failed.again' : 'toGames')}
        </Button>
      )}
      {status === 'completed' && (
        <Button component={Link} variant="default" to={`${own}/${id}/receipt`}>
          {t('receipt')}
        </Button>
      )}
    </div>
  );
}

/** Links to the receipt and to the dashboard. */
function AfterBundle({ id, status }: Purchase) {
  const { t } = useTranslation('purchase');
  const own = usePath('purchase');
  const dashboard = usePath('dashboard');
  return (
    <div className="button-row">
      {dashboard && (
        <Button component={Link} className="primary-action" to={dashboard}>
          {t('dashboard')}
        </Button>
      )}
      {status === 'completed' && (
        <Button component={Link} variant="default" to={`${own}/${id}/receipt`}>
          {t('receipt')}
        </Button>
      )}
    </div>
  );
}

type Recharged = Purchase & { kind: keyof typeof tabs | 'card' };

const isRecharge = (purchase: Purchase): purchase is Recharged =>
  purchase.kind === 'card' || Object.hasOwn(tabs, purchase.kind);

/** Back to the choices to pay with another method, and to the page of the line. */
function TryAgain({ purchase, to }: { purchase: Purchase; to: string }) {
  const { t } = useTranslation('purchase');
  const dashboard = usePath('dashboard');
  return (
    <div className="button-row">
      <Button component={Link} className="primary-action" to={to}>
        {useWords(purchase)}
      </Button>
      {dashboard && (
        <Button component={Link} variant="default" to={dashboard}>
          {t('dashboard')}
        </Button>
      )}
    </div>
  );
}

/** The links after the end of a purchase. */
export function NextSteps({ purchase }: { purchase: Purchase }) {
  const again = purchase.status === 'failed' && !purchase.refundedAt && wayToOrderAgain(purchase.id);
  if (again) {
    return <TryAgain purchase={purchase} to={again} />;
  }
  if (isTransfer(purchase)) {
    return <AfterTransfer {...purchase} />;
  }
  if (purchase.kind === 'invoice') {
    return <AfterBill {...purchase} />;
  }
  if (purchase.kind === 'game') {
    return <AfterGame {...purchase} />;
  }
  if (purchase.kind === 'service') {
    return <AfterService {...purchase} />;
  }
  if (isBundle(purchase)) {
    return <AfterBundle {...purchase} />;
  }
  return isRecharge(purchase) ? <AfterPurchase purchase={purchase} /> : <AfterSwitch purchase={purchase} />;
}

function AfterPurchase({ purchase }: { purchase: Recharged }) {
  const { t } = useTranslation('purchase');
  const { id, status, kind } = purchase;
  const again = usePath(kind === 'card' ? 'cards' : 'recharge');
  const tab = kind === 'card' ? '' : `?tab=${tabs[kind]}`;
  const own = usePath('purchase');
  const dashboard = usePath('dashboard');
  const words = useWords(purchase);
  const over = status === 'completed' || status === 'failed';
  return (
    <div className="button-row">
      {over && again && (
        <Button component={Link} variant="filled" className="primary-action" to={`${again}${tab}`}>
          {words}
        </Button>
      )}
      {status === 'completed' && kind !== 'card' && (
        <Button component={Link} variant="default" to={`${own}/${id}/receipt`}>
          {t('receipt')}
        </Button>
      )}
      {dashboard && (
        <Button component={Link} variant="default" to={dashboard}>
          {t('dashboard')}
        </Button>
      )}
    </div>
  );
}
