import { useTranslation } from 'react-i18next';
import { chooseDevice, type Device } from '@/api/gen';
import { PageHeading } from '@/components/page-heading';
import { DeviceForm } from '../esim/device-form';
import { useStepAction, useWizard } from '../wizard-context';

/** The phone of an eSIM that is being ordered, to choose or to change. */
export default function PurchaseTypeStep() {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const choose = useStepAction((call, body: Device) => chooseDevice({ ...call, body }));
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.purchase-type-selection.title')}
        lead={t('steps.purchase-type-selection.lead')}
      />
      <DeviceForm
        known={order.device}
        busy={choose.isPending}
        error={choose.error}
        submit={t('common:actions.continue')}
        onSubmit={choose.submit}
      />
    </>
  );
}
