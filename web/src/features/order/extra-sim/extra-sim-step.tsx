import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type DescribeExtraSimData, describeExtraSim } from '@/api/gen';
import { zDescribeExtraSimBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { PageHeading } from '@/components/page-heading';
import { useServerRefusal } from '@/lib/form/field-errors';
import { tidyText } from '@/lib/form/tidy-text';
import {
  deviceChecks,
  deviceFieldOf,
  deviceFields,
  deviceOf,
  type TypedDevice,
  typedDevice,
} from '../esim/device';
import { DeviceFields } from '../esim/device-fields';
import { isEsim } from '../model/kind';
import { useStepForm } from '../shell/step-form';
import { useStepAction, useWizard } from '../shell/wizard-context';

type Body = DescribeExtraSimData['body'];
type Typed = Pick<Body, 'name'> & TypedDevice;

const ofCard = z.extend(z.pick(zDescribeExtraSimBody, { name: true }), deviceFields);
const ofEsim = ofCard.check(...deviceChecks);

/** The name of the further SIM and, for an eSIM, its phone. */
export default function ExtraSimStep() {
  const { t } = useTranslation(['multi-sim', 'common']);
  const { order } = useWizard();
  const hasPhone = isEsim(order);
  const describe = useStepAction((call, body: Body) => describeExtraSim({ ...call, body }));
  const form = useStepForm<Typed>('purchase-type-selection', hasPhone ? ofEsim : ofCard, {
    name: order.extraSim?.name ?? '',
    ...typedDevice(order.device),
  });
  const refusal = useServerRefusal(form, describe.error, deviceFieldOf);
  return (
    <>
      <PageHeading takesFocus title={t('step.title')} lead={t('step.lead')} />
      <Form
        form={form}
        className="stack form"
        onSubmit={({ name, ...device }) =>
          describe.submit({ name, ...(hasPhone && { device: deviceOf(device) }) })
        }
      >
        <TextField
          form={form}
          name="name"
          label={t('name')}
          description={t('nameHint')}
          invalid={t('nameError')}
          maxLength={40}
          autoComplete="off"
          read={tidyText}
        />
        {hasPhone && <DeviceFields />}
        <ErrorNotice error={refusal} />
        <Button type="submit" size="lg" className="primary-action" loading={describe.isPending}>
          {t('common:actions.continue')}
        </Button>
      </Form>
    </>
  );
}
