import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zNewPassword, zTypedPassword } from '@/api/gen-session/zod.gen';
import { NewPasswordField } from '@/components/password/new-password-field';
import { PasswordField } from '@/components/password/password-field';
import { SubmitButton } from '@/components/submit-button';
import { keepsRule } from '@/lib/form/password-rule';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { savePassword } from './calls';
import Refusal from './refusal';

const passwordsSchema = z.object({ password: zNewPassword, password_confirmation: zTypedPassword }).check(
  z.refine(({ password }) => keepsRule(password), { path: ['password'] }),
  z.refine(({ password, password_confirmation: again }) => password === again, {
    path: ['password_confirmation'],
  }),
);
type Passwords = z.infer<typeof passwordsSchema>;

/** The new password, twice. */
export function NewPassword({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('registration');
  const save = useAttempt(async ({ password }: Passwords) => {
    await savePassword(password);
    onSaved();
  });
  const {
    form,
    text,
    refusal: rest,
  } = useSchemaForm<Passwords>(passwordsSchema, {
    defaultValues: { password: '', password_confirmation: '' },
    error: save.error,
    under: 'user.',
    invalid: (name) => t(`fields.${name}Error`),
  });
  return (
    <form noValidate className="stack" onSubmit={form.handleSubmit(save.attempt)}>
      <NewPasswordField
        label={t('reset.password')}
        error={text('password')}
        password={form.watch('password')}
        {...form.register('password')}
      />
      <PasswordField
        label={t('reset.passwordAgain')}
        error={text('password_confirmation')}
        autoComplete="new-password"
        {...form.register('password_confirmation')}
      />
      {Boolean(save.error) && <Refusal error={save.error} said={rest === undefined} />}
      <SubmitButton busy={save.busy}>{t('reset.save')}</SubmitButton>
    </form>
  );
}
