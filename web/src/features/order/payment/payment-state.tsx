import { Button, Loader } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { goToBank } from '@/components/payment/go-to-bank';
import { isWallet } from '@/components/payment/use-means';
import { useLate } from '@/lib/http/use-late';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import classes from './payment-state.module.css';

/** Loaded only for a wallet that waits for its code. */
const WalletCode = lazyWithTexts(['payment'], () => import('@/components/payment/wallet-code'));

type Attempt = Order['payments'][number];

const openStates: Attempt['status'][] = ['processing', 'challenge', 'pending', 'paid'];

/** Tells whether an attempt may still succeed. Until then the page asks for no other card. */
export const isOpenAttempt = ({ status }: Attempt): boolean => openStates.includes(status);

interface Props {
  attempt: Attempt;
  /** The order has a number that is still reserved. */
  held: boolean;
  /** The customer has just returned from the bank's page. */
  returned: boolean;
  onOtherCard: (() => void) | undefined;
}

function Challenge({ attempt, returned, onOtherCard }: Omit<Props, 'held'>) {
  const { t } = useTranslation('order');
  const wallet = isWallet(attempt);
  const byCode = wallet && !attempt.challengeUrl;
  const asked = t(wallet ? 'payment.wallet' : 'payment.challenge');
  const asking = t(wallet ? 'payment.walletChecking' : 'payment.checking');
  const actions = (
    <div className="row">
      {attempt.challengeUrl && (
        <Button onClick={() => goToBank(attempt.challengeUrl)}>
          {t(wallet ? 'payment.walletGo' : 'payment.challengeGo')}
        </Button>
      )}
      {onOtherCard && (
        <Button variant="default" onClick={onOtherCard}>
          {t('payment.otherCard')}
        </Button>
      )}
    </div>
  );
  return (
    <div className="stack">
      <Notice title={t(wallet ? 'payment.walletTitle' : 'payment.challengeTitle')} action={actions}>
        {!byCode && (returned ? asking : asked)}
      </Notice>
      {byCode && (
        <Suspense fallback={<Loading lines={2} />}>
          <WalletCode paymentId={attempt.id} />
        </Suspense>
      )}
    </div>
  );
}

/** The bank is working, or the order is being placed: a spinner at first, then a sentence. */
function UnderWay({ status }: { status: 'processing' | 'paid' }) {
  const { t } = useTranslation('order');
  const late = useLate(true);
  if (late) {
    return <Notice>{t(`payment.${status}Late`)}</Notice>;
  }
  return (
    <div className={classes.processing} role="status">
      <Loader size="sm" aria-busy /> {t('payment.processing')}
    </div>
  );
}

/** The state of the newest payment attempt. */
export function PaymentState(props: Props) {
  const { t } = useTranslation('order');
  const { attempt } = props;
  switch (attempt.status) {
    case 'challenge':
      return <Challenge {...props} />;
    case 'processing':
    case 'paid':
      return <UnderWay key={attempt.id} status={attempt.status} />;
    case 'pending':
      return (
        <Notice tone="warning" title={t('payment.pendingTitle')}>
          {t('payment.pending')}
        </Notice>
      );
    case 'declined':
      return (
        <Notice tone="negative" title={t('payment.declinedTitle')}>
          {attempt.declineMessage && <p style={{ margin: 0 }}>{attempt.declineMessage}</p>}
          {t(props.held ? 'payment.declinedHint' : 'payment.declinedHintUnheld')}
        </Notice>
      );
    case 'abandoned':
      return <Notice tone="warning">{t('payment.abandoned')}</Notice>;
    default:
      return null;
  }
}
