import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyTrouble } from '@/components/passkey/passkey-trouble';
import { deviceMakesPasskeys } from '@/lib/passkey/browser';
import { useAddPasskey } from '@/lib/passkey/use-add-passkey';

/** Adds a passkey of this device, if it can make one. */
export default function AddPasskey() {
  const { t } = useTranslation('passkeys');
  const [can, setCan] = useState(false);
  const [made, setMade] = useState(false);
  const add = useAddPasskey(() => setMade(true));
  useEffect(() => {
    void deviceMakesPasskeys().then(setCan);
  }, []);
  if (made) {
    return <p role="status">{t('offer.doneLead')}</p>;
  }
  return (
    can && (
      <>
        <PasskeyTrouble error={add.error} />
        <Button size="lg" loading={add.busy} onClick={() => add.attempt(undefined)}>
          {t('offer.create')}
        </Button>
      </>
    )
  );
}
