import { useTranslation } from 'react-i18next';
import { zValidateRegistrationDataBody } from '@/api/gen-session/zod.gen';
import { Form } from '@/components/form/form';
import { NewPasswordField, PasswordField } from '@/components/form/password-field';
import { PlainEmailField, PlainMobileField } from '@/components/form/plain-field';
import { SubmitButton } from '@/components/submit-button';
import { fieldRule } from '@/lib/form/field-rule';
import { keepsRule } from '@/lib/form/password-rule';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { checkDetails, type Details } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

const detailsSchema = zValidateRegistrationDataBody.check(
  fieldRule(
    'mobile_number_confirmation',
    ({ mobile_number, mobile_number_confirmation: again }) => mobile_number === again,
  ),
  fieldRule('password', ({ password }) => keepsRule(password)),
  fieldRule('password_confirmation', ({ password, password_confirmation: again }) => password === again),
);

interface Props {
  known: Details | undefined;
  /** The number with an already confirmed code; the form does not ask for it again. */
  shown?: string | undefined;
  onDone: (details: Details) => void;
}

/**
 * The number twice, the e-mail address, the password twice; the server checks them before it sends a code.
 */
export function DetailsForm({ known, shown = '', onDone }: Props) {
  const { t } = useTranslation(['registration', 'common']);
  const check = useAttempt(async (details: Details) => {
    await checkDetails(details);
    onDone(details);
  });
  const { form, refusal: rest } = useSchemaForm<Details>(detailsSchema, {
    defaultValues: known ?? {
      mobile_number: shown,
      mobile_number_confirmation: shown,
      email: '',
      password: '',
      password_confirmation: '',
    },
    error: check.error,
  });
  return (
    <Form form={form} className="stack" onSubmit={check.attempt}>
      {shown === '' && (
        <>
          <PlainMobileField
            form={form}
            name="mobile_number"
            label={t('register.mobile')}
            hint={t('register.mobileHint')}
            invalid={t('fields.mobile_numberError')}
            autoComplete="tel-national"
          />
          <PlainMobileField
            form={form}
            name="mobile_number_confirmation"
            label={t('register.mobileAgain')}
            invalid={t('fields.mobile_number_confirmationError')}
            autoComplete="off"
          />
        </>
      )}
      <PlainEmailField
        form={form}
        name="email"
        label={t('register.email')}
        invalid={t('fields.emailError')}
      />
      <NewPasswordField
        form={form}
        name="password"
        label={t('register.password')}
        invalid={t('fields.passwordError')}
      />
      <PasswordField
        form={form}
        name="password_confirmation"
        label={t('register.passwordAgain')}
        invalid={t('fields.password_confirmationError')}
        autoComplete="new-password"
      />
      {Boolean(check.error) && <Refusal error={check.error} said={rest === undefined} />}
      <SubmitButton busy={check.busy}>{t('common:actions.continue')}</SubmitButton>
      <NotOurs error={check.error} />
    </Form>
  );
}
