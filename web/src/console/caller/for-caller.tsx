import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallerDialog } from './caller-dialog';

/** Works on an order for a caller; without an order, a new one begins. */
export function ForCaller({ orderId, label }: { orderId?: string; label?: string }) {
  const { t } = useTranslation('console');
  const [calls, setCalls] = useState(false);
  return (
    <>
      <Button variant="default" size="sm" aria-label={label} onClick={() => setCalls(true)}>
        {t(orderId ? 'caller.goOn' : 'caller.begin')}
      </Button>
      {calls && <CallerDialog {...(orderId && { orderId })} onClose={() => setCalls(false)} />}
    </>
  );
}
