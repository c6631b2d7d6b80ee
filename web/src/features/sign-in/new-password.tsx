import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zNewPassword, zTypedPassword } from '@/api/gen-session/zod.gen';
import { Form } from '@/components/form/form';
import { NewPasswordField, PasswordField } from '@/components/form/password-field';
import { SubmitButton } from '@/components/submit-button';
import { fieldRule } from '@/lib/form/field-rule';
import { keepsRule } from '@/lib/form/password-rule';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { savePassword } from './calls';
import Refusal from './refusal';

const passwordsSchema = z.object({ password: zNewPassword, password_confirmation: zTypedPassword }).check(
  fieldRule('password', ({ password }) => keepsRule(password)),
  fieldRule('password_confirmation', ({ password, password_confirmation: again }) => password === again),
);
type Passwords = z.infer<typeof passwordsSchema>;

/** The new password, twice. */
export function NewPassword({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('registration');
  const save = useAttempt(async ({ password }: Passwords) => {
    await savePassword(password);
    onSaved();
  });
  const { form, refusal: rest } = useSchemaForm<Passwords>(passwordsSchema, {
    defaultValues: { password: '', password_confirmation: '' },
    error: save.error,
    under: 'user.',
  });
  return (
    <Form form={form} className="stack" onSubmit={save.attempt}>
      <NewPasswordField
        form={form}
        name="password"
        label={t('reset.password')}
        invalid={t('fields.passwordError')}
      />
      <PasswordField
        form={form}
        name="password_confirmation"
        label={t('reset.passwordAgain')}
        invalid={t('fields.password_confirmationError')}
        autoComplete="new-password"
      />
      {Boolean(save.error) && <Refusal error={save.error} said={rest === undefined} />}
      <SubmitButton busy={save.busy}>{t('reset.save')}</SubmitButton>
    </Form>
  );
}
