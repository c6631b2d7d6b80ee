import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { AddSubscriberData } from '@/api/gen-session';
import { zAddSubscriberBody } from '@/api/gen-session/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { digitInput } from '@/lib/form/digit-input';
import { tidyText } from '@/lib/form/tidy-text';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { nationalMobile } from '@/lib/text/digits';
import { readEmail } from '@/lib/text/typed';

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
  const { form, text, refusal } = useSchemaForm<AccountDetails>(detailsSchema, {
    defaultValues: initial,
    error,
    invalid: (name) => t(`add.${name}Error`),
  });
  return (
    <form noValidate className="stack form" onSubmit={form.handleSubmit(onSubmit)}>
      <TextInput
        size="md"
        type="tel"
        label={t('add.mobile_number')}
        description={t('add.mobileHint')}
        autoComplete="off"
        error={text('mobile_number')}
        {...digitInput}
        {...form.register('mobile_number', { setValueAs: nationalMobile })}
      />
      <TextInput
        size="md"
        label={t('add.nickname')}
        description={t('add.nicknameHint')}
        maxLength={40}
        autoComplete="off"
        error={text('nickname')}
        {...form.register('nickname', { setValueAs: tidyText })}
      />
      <TextInput
        size="md"
        type="email"
        dir="ltr"
        label={t('add.email')}
        autoComplete="off"
        error={text('email')}
        {...form.register('email', { setValueAs: readEmail })}
      />
      <ErrorNotice error={refusal} heading={t('add.failed')} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('add.send')}
      </Button>
    </form>
  );
}
