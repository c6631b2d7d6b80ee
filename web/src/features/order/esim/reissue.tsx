import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Device, type Order, reissueProfile } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { OrderReference } from '../components/order-reference';
import { useOrderAction } from '../model/use-order-action';
import { DeviceForm } from './device-form';
import type { Profile } from './esim-profile';

/** Tells whether the customer needs another phone: another code for the same phone would not help. */
const needsOtherPhone = (profile: Profile) => profile.error?.code === 'device_not_supported';

interface Props {
  order: Order;
  profile: Profile;
  onClose: () => void;
}

/** Requests a new code without support. The old code becomes useless, so the customer confirms. */
function ReissueDialog({ order, profile, onClose }: Props) {
  const { t } = useTranslation('esim');
  const reissue = useOrderAction(order.id, (call, device: Device | undefined) =>
    reissueProfile({ ...call, body: { device } }),
  );
  const send = (device?: Device) => reissue.mutate(device, { onSuccess: onClose });
  return (
    <ModalDialog title={t('failed.title')} onClose={onClose}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('failed.text')}</p>
        <p style={{ margin: 0 }}>{t('failed.left', { count: profile.reissuesLeft })}</p>
        {needsOtherPhone(profile) ? (
          <DeviceForm
            busy={reissue.isPending}
            error={reissue.error}
            submit={t('failed.confirm')}
            onSubmit={send}
          />
        ) : (
          <>
            <ErrorNotice error={reissue.error} />
            <Button loading={reissue.isPending} onClick={() => send()}>
              {t('failed.confirm')}
            </Button>
          </>
        )}
        <Button variant="default" onClick={onClose}>
          {t('failed.keep')}
        </Button>
      </div>
    </ModalDialog>
  );
}

/** "It did not install": another code, as often as allowed. */
export function Reissue({ order, profile }: { order: Order; profile: Profile }) {
  const { t } = useTranslation('esim');
  const [asked, setAsked] = useState(false);
  if (profile.reissuesLeft === 0) {
    return (
      <div>
        <p style={{ margin: 0 }}>{t('failed.support')}</p>
        <OrderReference number={order.orderNumber} />
      </div>
    );
  }
  return (
    <>
      <Button
        variant={profile.state === 'error' ? 'filled' : 'default'}
        className="primary-action"
        onClick={() => setAsked(true)}
      >
        {t(profile.error ? 'failed.newCode' : 'failed.again')}
      </Button>
      {asked && <ReissueDialog order={order} profile={profile} onClose={() => setAsked(false)} />}
    </>
  );
}
