import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { useServerRefusal } from '@/lib/form/field-errors';
import { useSession } from '@/lib/session';
import { deviceFieldOf, deviceOf, typedDevice } from '../esim/device';
import { DeviceFields } from '../esim/device-fields';
import { isEsim } from '../model/kind';
import { useStepForm } from '../shell/step-form';
import { useWizard } from '../shell/wizard-context';
import { type Request, reasonsOf, requestSchemas, type TypedRequest } from './request';
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
  const hasPhone = isEsim(order);
  const schema = hasPhone ? requestSchemas.esim : requestSchemas.card;
  const form = useStepForm<TypedRequest>('sim-replacement-request', schema, {
    subscriptionId: selected?.subscription_id,
    msisdn: undefined,
    idNumber: '',
    reason: order.replacement?.reason ?? reasonsOf(order)[0],
    ...typedDevice(order.device),
  });
  const refusal = useServerRefusal(form, error, deviceFieldOf);
  const submit = ({ way, model, eid, ...request }: TypedRequest) =>
    onSubmit(request, hasPhone ? deviceOf({ way, model, eid }) : undefined);
  return (
    <Form form={form} className="stack form" onSubmit={submit}>
      <RequestFields form={form} />
      {hasPhone && <DeviceFields />}
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('send')}
      </Button>
    </Form>
  );
}
