import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zChangePasswordBody } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { Form } from '@/components/form/form';
import { NewPasswordField, PasswordField } from '@/components/form/password-field';
import { fieldRule } from '@/lib/form/field-rule';
import { keepsRule } from '@/lib/form/password-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useChangePassword } from './use-change-password';

const passwordSchema = z
  .extend(zChangePasswordBody, { repeated: z.string().check(z.minLength(1)), stay: z.boolean() })
  .check(
    fieldRule('new_password', ({ new_password: chosen }) => keepsRule(chosen)),
    fieldRule('new_password', ({ new_password: chosen, old_password: old }) => chosen !== old),
    fieldRule('repeated', ({ new_password: chosen, repeated }) => chosen === repeated),
  );

export type PasswordChange = z.infer<typeof passwordSchema>;

const nothing: PasswordChange = { old_password: '', new_password: '', repeated: '', stay: false };

export function ChangePasswordForm({ onStay }: { onStay: () => void }) {
  const { t } = useTranslation('profile');
  const change = useChangePassword(onStay);
  const { form, refusal } = useSchemaForm<PasswordChange>(passwordSchema, {
    defaultValues: nothing,
    error: change.error,
  });
  // The field says which password is wrong. The notice says that nothing was changed.
  const failed = problemOf(change.error)?.messageKey === 'change_password_failed' ? change.error : undefined;
  const [old, chosen] = form.watch(['old_password', 'new_password']);
  return (
    <Form form={form} className="stack form" onSubmit={change.attempt}>
      <PasswordField
        form={form}
        name="old_password"
        label={t('changePassword.old_password')}
        invalid={t('changePassword.different')}
        autoComplete="current-password"
      />
      <NewPasswordField
        form={form}
        name="new_password"
        label={t('changePassword.new_password')}
        invalid={t(old === chosen ? 'changePassword.unchanged' : 'changePassword.weak')}
      />
      <PasswordField
        form={form}
        name="repeated"
        label={t('changePassword.repeated')}
        invalid={t('changePassword.different')}
        autoComplete="new-password"
      />
      <CheckField
        form={form}
        name="stay"
        label={t('changePassword.stay')}
        description={t('changePassword.stayHint')}
      />
      <ErrorNotice error={refusal ?? failed} />
      <Button type="submit" size="lg" className="primary-action" loading={change.busy}>
        {t('changePassword.submit')}
      </Button>
    </Form>
  );
}
