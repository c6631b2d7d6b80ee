import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { validateIdOfNumber } from '@/api/gen-session';
import { zValidateIdOfNumberBody } from '@/api/gen-session/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { IdField } from '@/components/form/number-field';
import { fieldRule } from '@/lib/form/field-rule';
import { type RegistrationDocument, registrationDocuments } from '@/lib/form/registration-document';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLineCall } from '@/lib/session/use-line-call';
import { StepHeading } from './step-heading';

const typedSchema = (registered: RegistrationDocument) =>
  z
    .pick(zValidateIdOfNumberBody, { id_number: true })
    .check(fieldRule('id_number', ({ id_number }) => registrationDocuments[registered].fits(id_number)));
type Typed = Pick<z.infer<typeof zValidateIdOfNumberBody>, 'id_number'>;

/** validate-id: the ID or passport under which the line is registered. */
export function ValidateIdStep({ number, onDone }: { number: string; onDone: () => void }) {
  const { t } = useTranslation('deactivation');
  const { headers } = useLineCall();
  const [registered, setRegistered] = useState<RegistrationDocument>('id');
  const check = useAttempt(async ({ id_number }: Typed) => {
    await validateIdOfNumber({
      headers: { ...headers, 'X-Api-Version': 'v3' },
      body: { mobile_number: number, id_number, document: registered, source: 'deactivate_number' },
      throwOnError: true,
    });
    onDone();
  });
  const { form, refusal } = useSchemaForm<Typed>(typedSchema(registered), {
    defaultValues: { id_number: '' },
    mode: 'onSubmit',
    error: check.error,
  });
  const other = registered === 'id' ? 'passport' : 'id';
  const change = () => {
    setRegistered(other);
    form.resetField('id_number');
  };
  return (
    <Form form={form} className="stack" onSubmit={check.attempt}>
      <StepHeading title={t('validateId.title')}>{t('validateId.text')}</StepHeading>
      <IdField
        form={form}
        name="id_number"
        document={registered}
        label={t(`validateId.${registered}.label`)}
        description={t(`validateId.${registered}.hint`)}
        missing={t(`validateId.${registered}.malformed`)}
        invalid={t(`validateId.${registered}.malformed`)}
      />
      <Button variant="subtle" fullWidth onClick={change}>
        {t(`validateId.${other}.choose`)}
      </Button>
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={check.busy}>
        {t('validateId.check')}
      </Button>
    </Form>
  );
}
