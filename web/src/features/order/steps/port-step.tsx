import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Order, type PortRequest, requestPort } from '@/api/gen';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { currentStep, stepPath } from '../model/order-steps';
import { useOrderAction } from '../model/use-order-action';
import { PortChecked } from '../port/port-checked';
import { PortForm } from '../port/port-form';
import { useWizard } from '../shell/wizard-context';

/** The port of a number: the request, the pre-check of the clearing house, and its result. */
export default function PortStep() {
  const { t } = useTranslation('order');
  const { order, sending } = useWizard();
  const language = useLanguage();
  const navigate = useNavigate();
  const [checked, setChecked] = useState(false);
  const ask = useOrderAction(order.id, (call, body: PortRequest) => requestPort({ ...call, body }));
  const goOn = (answer: Order) => {
    if (answer.port?.hints?.length) {
      setChecked(true);
    } else {
      void navigate(stepPath(language, currentStep(answer), answer.id));
    }
  };
  const submit = (request: PortRequest) => {
    sending.current = true;
    ask.mutate(request, {
      onSuccess: goOn,
      onError: () => {
        sending.current = false;
      },
    });
  };
  if (checked && order.port) {
    return <PortChecked order={order} port={order.port} onChange={() => setChecked(false)} />;
  }
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.mnp-number-selection.title')}
        lead={t('steps.mnp-number-selection.lead')}
      />
      <PortForm busy={ask.isPending} error={ask.error} onSubmit={submit} />
    </>
  );
}
