import { useTranslation } from 'react-i18next';
import { chooseDevice, type Device } from '@/api/gen';
import { PageHeading } from '@/components/page-heading';
import { DeviceForm } from '../esim/device-form';
import ExtraSimStep from '../extra-sim/extra-sim-step';
import { useStepAction, useWizard } from '../shell/wizard-context';

/** The phone of an eSIM order, to choose or to change. */
function DeviceStep() {
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

/** The step of the SIM; a further SIM also gets a name. */
export default function PurchaseTypeStep() {
  const { order } = useWizard();
  return order.kind === 'multisim' ? <ExtraSimStep /> : <DeviceStep />;
}
