import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { AddSubscriberData } from '@/api/gen-session';
import { zAddSubscriberBody } from '@/api/gen-session/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { EmailField, TextField } from '@/components/form/text-field';
import { tidyText } from '@/lib/form/tidy-text';
import { useSchemaForm } from '@/lib/form/use-schema-form';

export type AccountDetails = Omit<AddSubscriberData['body'], 'otp'>;

const detailsSchema = z.omit(zAddSubscriberBody, { otp: true });

interface Props {
  initial: AccountDetails;
  error: unknown;
  busy: boolean;
  onSubmit: (details: AccountDetails) => void;
}

/** Asks for the number of the new account and its nickname. */
export function AccountDetailsForm({ initial, error, busy, onSubmit }: Props) {
  const { t } = useTranslation('accounts');
  const { form, refusal } = useSchemaForm<AccountDetails>(detailsSchema, {
    defaultValues: initial,
    error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={onSubmit}>
      <MobileField
        form={form}
        name="mobile_number"
        label={t('add.mobile_number')}
        description={t('add.mobileHint')}
        invalid={t('add.mobile_numberError')}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="nickname"
        label={t('add.nickname')}
        description={t('add.nicknameHint')}
        invalid={t('add.nicknameError')}
        maxLength={40}
        autoComplete="off"
        read={tidyText}
      />
      <EmailField
        form={form}
        name="email"
        label={t('add.email')}
        invalid={t('add.emailError')}
        autoComplete="off"
      />
      <ErrorNotice error={refusal} heading={t('add.failed')} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('add.send')}
      </Button>
    </Form>
  );
}
