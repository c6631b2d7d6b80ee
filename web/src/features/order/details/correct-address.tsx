import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Address, correctDelivery, type Order } from '@/api/gen';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useOrderAction } from '../model/use-order-action';
import { correctAddressId } from './correct-address-id';

/** Only a refused address needs this form. */
const HomeAddressForm = lazyWithTexts(['delivery'], () => import('../delivery/home-address-form'));

/**
 * The customer can change the address until the courier has the parcel. If the courier refused it, the form is open.
 */
export default function CorrectAddress({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const [isSent, setSent] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const correct = useOrderAction(order.id, (call, address: Address) =>
    correctDelivery({ ...call, body: { address } }),
  );
  const needed = order.canCorrectAddress === true;
  if (!needed && order.canChangeAddress && !isSent && !isOpen) {
    return (
      <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
        {t('correctAddress.change')}
      </Button>
    );
  }
  if (needed || (order.canChangeAddress && isOpen)) {
    return (
      <section className="card stack" aria-labelledby={correctAddressId}>
        <h2 id={correctAddressId} style={{ margin: 0, fontSize: '1.2rem' }}>
          {t(needed ? 'correctAddress.title' : 'correctAddress.change')}
        </h2>
        <Suspense fallback={<Loading lines={3} height={96} />}>
          <HomeAddressForm
            busy={correct.isPending}
            error={correct.error}
            submit={t('correctAddress.send')}
            onSubmit={(address) =>
              correct.mutate(address, {
                onSuccess: () => {
                  setSent(true);
                  setOpen(false);
                },
              })
            }
          />
        </Suspense>
      </section>
    );
  }
  return (
    isSent && (
      <Notice tone="positive" title={t('correctAddress.done')}>
        {t('correctAddress.next')}
      </Notice>
    )
  );
}
