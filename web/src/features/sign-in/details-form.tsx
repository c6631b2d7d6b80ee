import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zValidateRegistrationDataBody } from '@/api/gen-session/zod.gen';
import { NewPasswordField } from '@/components/password/new-password-field';
import { PasswordField } from '@/components/password/password-field';
import { SubmitButton } from '@/components/submit-button';
import { TextField } from '@/components/text-field';
import { digitInput } from '@/lib/form/digit-input';
import { keepsRule } from '@/lib/form/password-rule';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { nationalMobile } from '@/lib/text/digits';
import { readEmail } from '@/lib/text/typed';
import { checkDetails, type Details } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

const detailsSchema = zValidateRegistrationDataBody.check(
  z.refine(({ mobile_number, mobile_number_confirmation: again }) => mobile_number === again, {
    path: ['mobile_number_confirmation'],
  }),
  z.refine(({ password }) => keepsRule(password), { path: ['password'] }),
  z.refine(({ password, password_confirmation: again }) => password === again, {
    path: ['password_confirmation'],
  }),
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
  const {
    form,
    text,
    refusal: rest,
  } = useSchemaForm<Details>(detailsSchema, {
    defaultValues: known ?? {
      mobile_number: shown,
      mobile_number_confirmation: shown,
      email: '',
      password: '',
      password_confirmation: '',
    },
    error: check.error,
    invalid: (name) => t(`fields.${name}Error`),
  });
  return (
    <form noValidate className="stack" onSubmit={form.handleSubmit(check.attempt)}>
      {shown === '' && (
        <>
          <TextField
            label={t('register.mobile')}
            hint={t('register.mobileHint')}
            error={text('mobile_number')}
            type="tel"
            autoComplete="tel-national"
            {...digitInput}
            {...form.register('mobile_number', { setValueAs: nationalMobile })}
          />
          <TextField
            label={t('register.mobileAgain')}
            error={text('mobile_number_confirmation')}
            type="tel"
            autoComplete="off"
            {...digitInput}
            {...form.register('mobile_number_confirmation', { setValueAs: nationalMobile })}
          />
        </>
      )}
      <TextField
        label={t('register.email')}
        error={text('email')}
        type="email"
        dir="ltr"
        autoComplete="email"
        {...form.register('email', { setValueAs: readEmail })}
      />
      <NewPasswordField
        label={t('register.password')}
        error={text('password')}
        password={form.watch('password')}
        {...form.register('password')}
      />
      <PasswordField
        label={t('register.passwordAgain')}
        error={text('password_confirmation')}
        autoComplete="new-password"
        {...form.register('password_confirmation')}
      />
      {Boolean(check.error) && <Refusal error={check.error} said={rest === undefined} />}
      <SubmitButton busy={check.busy}>{t('common:actions.continue')}</SubmitButton>
      <NotOurs error={check.error} />
    </form>
  );
}
