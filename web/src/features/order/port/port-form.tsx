import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Order, PortRequest } from '@/api/gen';
import { zRequestPortBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { useServerRefusal } from '@/lib/form/field-errors';
import { fieldRule } from '@/lib/form/field-rule';
import { useStepForm } from '../shell/step-form';
import { useWizard } from '../shell/wizard-context';
import { OperatorField } from './operator-field';
import { earliest, WindowField } from './window-field';

const schema = zRequestPortBody.check(fieldRule('acceptTerms', ({ acceptTerms }) => acceptTerms));

/** An earlier request includes the acceptance of the terms. */
const knownOf = (port: Order['port']): PortRequest => ({
  operator: port?.operator ?? '',
  msisdn: port?.msisdn ?? '',
  window: port?.window ?? earliest,
  acceptTerms: port !== undefined,
});

interface Props {
  busy: boolean;
  error: unknown;
  onSubmit: (request: PortRequest) => void;
}

/** The number, the present operator, the day of the switch, and the owner's consent. */
export function PortForm({ busy, error, onSubmit }: Props) {
  const { t } = useTranslation('port');
  const { order } = useWizard();
  const form = useStepForm<PortRequest>('mnp-number-selection', schema, knownOf(order.port), 'onSubmit');
  const refusal = useServerRefusal(form, error);
  return (
    <Form form={form} className="stack form" onSubmit={onSubmit}>
      <OperatorField />
      <MobileField
        form={form}
        name="msisdn"
        label={t('request.msisdn')}
        description={t('request.msisdnHint')}
        invalid={t('request.msisdnError')}
        autoComplete="tel-national"
      />
      <WindowField />
      <CheckField
        form={form}
        name="acceptTerms"
        label={t('request.terms')}
        invalid={t('request.termsError')}
      />
      <ErrorNotice error={refusal} />
      <p role="status" className="visually-hidden">
        {busy && t('request.checking')}
      </p>
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('request.submit')}
      </Button>
    </Form>
  );
}
