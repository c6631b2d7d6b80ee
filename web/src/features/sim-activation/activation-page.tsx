import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageHeading } from '@/components/page-heading';
import { ActivateLine } from './activate-line';
import { FindBySim } from './find-by-sim';
import { MyOrders } from './my-orders';

/**
 * Activates a SIM: choose the SIM (from this browser's orders, or by its number), confirm the identity, line
 * active.
 */
export function ActivationPage() {
  const { t } = useTranslation('sim-activation');
  const [params, setParams] = useSearchParams();
  const [iccid, setIccid] = useState<string>();
  const orderId = params.get('order') ?? undefined;
  const choose = (id: string, foundBy?: string) => {
    setIccid(foundBy);
    setParams({ order: id });
  };
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      {orderId ? (
        <ActivateLine key={orderId} orderId={orderId} iccid={iccid} onOther={() => setParams({})} />
      ) : (
        <>
          <PageHeading takesFocus title={t('title')} lead={t('lead')} />
          <div className="stack form">
            <MyOrders onChoose={choose} />
            <FindBySim onChoose={choose} />
          </div>
        </>
      )}
    </div>
  );
}
