import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PasswordField } from '@/components/password/password-field';
import { SecondaryButton } from '@/components/primary-action';
import { SubmitButton } from '@/components/submit-button';
import { TextField } from '@/components/text-field';
import { loadNamespaces } from '@/i18n';
import { optionalPart } from '@/lib/http/optional-part';
import { Refused } from './said/refused';
import classes from './sign-in.module.css';
import { SignInFrame } from './sign-in-frame';
import { getsCodes, type SignInField, useSignInField } from './use-sign-in-field';
import { useSignInPath } from './use-sign-in-path';

const OtherWays = optionalPart(() => import('./other-ways'));
const OtherOperator = optionalPart(async () => {
  await loadNamespaces('registration');
  return import('./said/other-operator');
});

/** If the offer's code fails to load, the page continues after the sign-in. */
const PasskeyOffer = lazy(async () => {
  try {
    await loadNamespaces('passkeys');
    return await import('./passkey/passkey-offer');
  } catch {
    return { default: ({ onward }: { onward: ReactNode }) => onward };
  }
});

/**
 * The field is in the form from the start, so that password managers find it; it is visible once the name is
 * typed.
 */
function Password({ door: { way, kept, wrong } }: { door: SignInField }) {
  const { t } = useTranslation(['sign-in', 'common']);
  const path = useSignInPath();
  if (!way) {
    return (
      <input
        className={classes.unseen}
        type="password"
        name="password"
        autoComplete="current-password"
        tabIndex={-1}
        aria-hidden
      />
    );
  }
  return (
    <>
      <PasswordField
        name="password"
        defaultValue={kept}
        label={t('login.password')}
        error={wrong.password && t('common:errors.required')}
        autoComplete="current-password"
      />
      <Link className={classes.forgot} to={path('resetpassword')}>
        {t('login.forgot')}
      </Link>
    </>
  );
}

function NameFirst({ door }: { door: SignInField }) {
  const { t } = useTranslation(['sign-in', 'common']);
  const { state } = useLocation();
  const { form, way, wrong, signIn, code } = door;
  const error = signIn.error ?? code.error;
  return (
    <form noValidate ref={form} className="stack" onSubmit={door.submit}>
      <TextField
        name="name"
        defaultValue={state?.login}
        dir="ltr"
        label={t('login.name')}
        hint={t('login.nameHint')}
        error={wrong.name && t(wrong.name === 'missing' ? 'common:errors.required' : 'login.nameError')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        onChange={door.nameTyped}
      />
      <Password door={door} />
      {Boolean(error) && <Refused error={error} />}
      <SubmitButton busy={signIn.busy}>{t(way ? 'login.submit' : 'common:actions.continue')}</SubmitButton>
      {way && getsCodes(way) && (
        <SecondaryButton busy={code.busy} onClick={door.sendCode}>
          {t('login.codeInstead')}
        </SecondaryButton>
      )}
    </form>
  );
}

/**
 * The element is created once: if the page renders again before this part works, React leaves its HTML
 * unchanged.
 */
const otherWays = (
  <Suspense fallback={<div className={classes.otherWays} />}>
    <OtherWays />
  </Suspense>
);

/**
 * A field for an e-mail address, a mobile number or a data SIM number. The form of the name decides the next
 * step: password, code, or an order.
 */
export function LoginPage() {
  const { t } = useTranslation('sign-in');
  const door = useSignInField();
  const { sent, offersPasskey, way } = door;
  if (sent) {
    return (
      <SignInFrame title={t('quick.title')}>
        <sent.CodeStep mobile={sent.mobile} sent={sent.code} onCancel={door.cancelCode} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title={t('login.title')}
      lead={t('login.lead')}
      last={(onward) => (offersPasskey ? <PasskeyOffer onward={onward} /> : onward)}
    >
      <NameFirst door={door} />
      <Suspense>{way === 'other' && <OtherOperator />}</Suspense>
      {otherWays}
    </SignInFrame>
  );
}
