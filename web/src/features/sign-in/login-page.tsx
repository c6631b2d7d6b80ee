import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PasswordField } from '@/components/password/password-field';
import { SubmitButton } from '@/components/submit-button';
import { TextField } from '@/components/text-field';
import { useAttempt } from '@/lib/form/use-attempt';
import { optionalPart } from '@/lib/http/optional-part';
import { Refused } from './said/refused';
import classes from './sign-in.module.css';
import { SignInFrame } from './sign-in-frame';
import { useSignInPath } from './use-sign-in-path';

const OtherWays = optionalPart(() => import('./other-ways'));

interface Typed {
  name: string;
  password: string;
}

const typedInto = (form: HTMLFormElement): Typed => {
  const data = new FormData(form);
  return { name: String(data.get('name')).trim(), password: String(data.get('password')) };
};

/** E-mail, mobile or data-SIM number, and a password. */
export function LoginPage() {
  const { t } = useTranslation(['sign-in', 'common']);
  const path = useSignInPath();
  const [missing, setMissing] = useState<{ [Name in keyof Typed]?: boolean }>({});
  const signIn = useAttempt(async ({ name, password }: Typed) =>
    (await import('./calls')).signInByPassword(name, password),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = typedInto(event.currentTarget);
    setMissing({ name: !typed.name, password: !typed.password });
    if (typed.name && typed.password) {
      void signIn.attempt(typed);
    } else {
      event.currentTarget
        .querySelector<HTMLInputElement>(typed.name ? '[name=password]' : '[name=name]')
        ?.focus();
    }
  };
  const required = t('common:errors.required');
  return (
    <SignInFrame title={t('login.title')} lead={t('login.lead')}>
      <form noValidate className="stack" onSubmit={submit}>
        <TextField
          name="name"
          dir="ltr"
          label={t('login.name')}
          hint={t('login.nameHint')}
          error={missing.name && required}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          name="password"
          label={t('login.password')}
          error={missing.password && required}
          autoComplete="current-password"
        />
        <Link className={classes.forgot} to={path('resetpassword')}>
          {t('login.forgot')}
        </Link>
        {Boolean(signIn.error) && <Refused error={signIn.error} />}
        <SubmitButton busy={signIn.busy}>{t('login.submit')}</SubmitButton>
      </form>
      <Suspense fallback={<div className={classes.otherWays} />}>
        <OtherWays instead="code" />
      </Suspense>
    </SignInFrame>
  );
}
