import { Button, Loader } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '@/api/gen-purchases';
import { Loading } from '@/components/loading';
import { Group } from '@/components/ui/layout';
import { useLate } from '@/lib/http/use-late';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { isWebAddress } from '@/lib/text/web-address';
import { ReturnFacts } from './facts';
import { isTransfer } from './kinds';
import { StateCard } from './state-card';

/** Loaded only for a wallet that waits for its code. */
const WalletCode = lazyWithTexts(['payment'], () => import('@/components/payment/wallet-code'));

interface Props {
  purchase: Purchase;
  /** The customer has just returned from the bank's page. */
  returned: boolean;
}

/** The work continues by itself: a spinner at first, then a sentence. */
function UnderWay({ text, lateText }: { text: string; lateText: string }) {
  const late = useLate(true);
  return (
    <Group component="p" gap="sm" wrap="nowrap">
      {!late && <Loader size="sm" aria-busy />} {late ? lateText : text}
    </Group>
  );
}

function Challenge({ purchase, returned }: Props) {
  const { t } = useTranslation('purchase');
  const wallet = purchase.way === 'stc-pay';
  const page = purchase.payment?.challengeUrl;
  const open = isWebAddress(page) ? page : undefined;
  const left = t(wallet ? 'challenge.walletLeft' : 'challenge.left');
  const codeFor = wallet && page === undefined ? purchase.payment?.id : undefined;
  const text = t(wallet ? 'challenge.walletText' : 'challenge.text');
  return (
    <StateCard title={t(wallet ? 'challenge.walletTitle' : 'challenge.title')}>
      {codeFor ? (
        <Suspense fallback={<Loading lines={2} />}>
          <WalletCode paymentId={codeFor} />
        </Suspense>
      ) : (
        <p>{returned || !open ? left : text}</p>
      )}
      {open && (
        <Button component="a" href={open} size="lg" className="primary-action">
          {t(wallet ? 'challenge.walletGo' : 'challenge.go')}
        </Button>
      )}
    </StateCard>
  );
}

function returnOf(purchase: Purchase) {
  if (isTransfer(purchase)) {
    return 'returning';
  }
  if (purchase.way === 'invoice') {
    return 'notBilled';
  }
  return purchase.kind === 'invoice' ? 'notNeeded' : 'refunding';
}

function deliveryOf(purchase: Purchase) {
  if (isTransfer(purchase)) {
    return 'transferring';
  }
  if (purchase.kind === 'invoice') {
    return 'settling';
  }
  if (purchase.kind === 'plan-switch') {
    return 'switching';
  }
  return purchase.way === 'invoice' ? 'starting' : 'delivering';
}

function Delivering({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const what = deliveryOf(purchase);
  const late =
    what === 'switching' && purchase.way === 'invoice' ? 'switching.billedLate' : (`${what}.late` as const);
  return (
    <StateCard title={t(`${what}.title`)}>
      <UnderWay text={t(`${what}.text`)} lateText={t(late)} />
    </StateCard>
  );
}

/** Tells whether a card or a wallet gets the money back. Its bank needs some days. */
const goesByBank = ({ total, way }: Purchase): boolean => total > 0 && way !== 'balance' && way !== 'invoice';

/** The purchase failed, and its money or data goes back. */
function Returning({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation(['purchase', 'details']);
  const what = returnOf(purchase);
  return (
    <StateCard title={t(`${what}.title`)}>
      {purchase.failure && <p>{purchase.failure.message}</p>}
      <p>
        {t(`${what}.text`)} {goesByBank(purchase) && t('details:ended.refundTime')}
      </p>
      {what !== 'notBilled' && <ReturnFacts purchase={purchase} />}
    </StateCard>
  );
}

/** The payment is not complete yet, and the customer must not pay again. */
export function Waiting({ purchase, returned }: Props) {
  const { t } = useTranslation('purchase');
  const title = purchase.way === 'stc-pay' ? 'walletTitle' : 'title';
  switch (purchase.status) {
    case 'challenge':
      return <Challenge purchase={purchase} returned={returned} />;
    case 'checking':
      return (
        <StateCard title={t(`checking.${title}`)}>
          <p>{t('checking.text')}</p>
        </StateCard>
      );
    case 'refunding':
      return <Returning purchase={purchase} />;
    case 'delivering':
      return <Delivering purchase={purchase} />;
    default:
      return (
        <StateCard title={t(`processing.${title}`)}>
          <UnderWay text={t('processing.text')} lateText={t('processing.late')} />
        </StateCard>
      );
  }
}
