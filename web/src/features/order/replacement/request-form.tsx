import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { useServerRefusal } from '@/lib/form/field-errors';
import { useSession } from '@/lib/session';
import { DeviceForm } from '../esim/device-form';
import { isEsim } from '../model/kind';
import { useStepForm } from '../shell/step-form';
import { useWizard } from '../shell/wizard-context';
import { type Request, reasonsOf, requestSchema } from './request';
import { RequestFields } from './request-fields';

interface Props {
  busy: boolean;
  error: unknown;
  onSubmit: (request: Request, device?: Device) => void;
}

/** The request for a replacement; an eSIM also needs a phone that supports eSIM. */
export function RequestForm({ busy, error, onSubmit }: Props) {
  const { t } = useTranslation('replacement');
  const { order } = useWizard();
  const { selected } = useSession();
  const form = useStepForm<Request>('sim-replacement-request', requestSchema, {
    subscriptionId: selected?.subscription_id,
    msisdn: undefined,
    idNumber: '',
    reason: order.replacement?.reason ?? reasonsOf(order)[0],
  });
  const refusal = useServerRefusal(form, error);
  const send = (device?: Device) => form.handleSubmit((request) => onSubmit(request, device))();
  if (isEsim(order)) {
    return (
      <DeviceForm
        known={order.device}
        busy={busy}
        error={refusal}
        submit={t('send')}
        alsoCheck={form.trigger}
        onSubmit={send}
      >
        <RequestFields form={form} />
      </DeviceForm>
    );
  }
  return (
    <form noValidate className="stack form" onSubmit={form.handleSubmit((request) => onSubmit(request))}>
      <RequestFields form={form} />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('send')}
      </Button>
    </form>
  );
}
