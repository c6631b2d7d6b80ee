import { Button, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type DescribeExtraSimData, type Device, describeExtraSim } from '@/api/gen';
import { zDescribeExtraSimBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { useFieldText, useServerRefusal } from '@/lib/form/field-errors';
import { tidyText } from '@/lib/form/tidy-text';
import { DeviceForm } from '../esim/device-form';
import { isEsim } from '../model/kind';
import { useStepForm } from '../shell/step-form';
import { useStepAction, useWizard } from '../shell/wizard-context';

type Body = DescribeExtraSimData['body'];
type Named = Pick<Body, 'name'>;

const namedSchema = z.pick(zDescribeExtraSimBody, { name: true });

function NameField({ form }: { form: UseFormReturn<Named> }) {
  const { t } = useTranslation('multi-sim');
  const text = useFieldText(form, () => t('nameError'));
  return (
    <TextInput
      size="md"
      label={t('name')}
      description={t('nameHint')}
      maxLength={40}
      autoComplete="off"
      error={text('name')}
      {...form.register('name', { setValueAs: tidyText })}
    />
  );
}

/** The name of the further SIM and, for an eSIM, its phone. */
export default function ExtraSimStep() {
  const { t } = useTranslation(['multi-sim', 'common']);
  const { order } = useWizard();
  const describe = useStepAction((call, body: Body) => describeExtraSim({ ...call, body }));
  const form = useStepForm<Named>('purchase-type-selection', namedSchema, {
    name: order.extraSim?.name ?? '',
  });
  const refusal = useServerRefusal(form, describe.error);
  const send = (device?: Device) => form.handleSubmit((named) => describe.submit({ ...named, device }))();
  return (
    <>
      <PageHeading takesFocus title={t('step.title')} lead={t('step.lead')} />
      {isEsim(order) ? (
        <DeviceForm
          known={order.device}
          busy={describe.isPending}
          error={refusal}
          submit={t('common:actions.continue')}
          alsoCheck={form.trigger}
          onSubmit={send}
        >
          <NameField form={form} />
        </DeviceForm>
      ) : (
        <form noValidate className="stack form" onSubmit={form.handleSubmit(describe.submit)}>
          <NameField form={form} />
          <ErrorNotice error={refusal} />
          <Button type="submit" size="lg" className="primary-action" loading={describe.isPending}>
            {t('common:actions.continue')}
          </Button>
        </form>
      )}
    </>
  );
}
