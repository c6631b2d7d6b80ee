import { Button, Checkbox } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zChangePasswordBody } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { NewPasswordField } from '@/components/password/new-password-field';
import { PasswordField } from '@/components/password/password-field';
import { schemaResolver, useFieldText, useServerRefusal } from '@/lib/form/field-errors';
import { keepsRule } from '@/lib/form/password-rule';
import { useChangePassword } from './use-change-password';

const passwordSchema = z
  .extend(zChangePasswordBody, { repeated: z.string().check(z.minLength(1)), stay: z.boolean() })
  .check(
    z.refine(({ new_password: chosen }) => keepsRule(chosen), { path: ['new_password'] }),
    z.refine(({ new_password: chosen, old_password: old }) => chosen !== old, { path: ['new_password'] }),
    z.refine(({ new_password: chosen, repeated }) => chosen === repeated, { path: ['repeated'] }),
  );

export type PasswordChange = z.infer<typeof passwordSchema>;
type Password = Exclude<keyof PasswordChange, 'stay'>;

const nothing: PasswordChange = { old_password: '', new_password: '', repeated: '', stay: false };

export function ChangePasswordForm({ onStay }: { onStay: () => void }) {
  const { t } = useTranslation('profile');
  const change = useChangePassword(onStay);
  const form = useForm<PasswordChange>({
    resolver: schemaResolver(passwordSchema),
    defaultValues: nothing,
    mode: 'onTouched',
  });
  const refusal = useServerRefusal(form, change.error);
  // The field says which password is wrong. The notice says that nothing was changed.
  const failed = problemOf(change.error)?.messageKey === 'change_password_failed' ? change.error : undefined;
  const text = useFieldText(form, (name: Password) => {
    if (name !== 'new_password') {
      return t('changePassword.different');
    }
    const { old_password: old, new_password: chosen } = form.getValues();
    return t(old === chosen ? 'changePassword.unchanged' : 'changePassword.weak');
  });
  const input = (name: Password) => ({
    label: t(`changePassword.${name}`),
    autoComplete: name === 'old_password' ? 'current-password' : 'new-password',
    error: text(name),
    ...form.register(name),
  });
  return (
    <form noValidate className="stack form" onSubmit={form.handleSubmit(change.attempt)}>
      <PasswordField {...input('old_password')} />
      <NewPasswordField {...input('new_password')} password={form.watch('new_password')} />
      <PasswordField {...input('repeated')} />
      <Checkbox
        size="md"
        label={t('changePassword.stay')}
        description={t('changePassword.stayHint')}
        {...form.register('stay')}
      />
      <ErrorNotice error={refusal ?? failed} />
      <Button type="submit" size="lg" className="primary-action" loading={change.busy}>
        {t('changePassword.submit')}
      </Button>
    </form>
  );
}
