import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CodeSent } from '@/api/gen-session';
import { PrimaryLink } from '@/components/primary-action';
import { NewPassword } from './new-password';
import { NumberCode } from './number-code';
import classes from './sign-in.module.css';
import { SignInFrame } from './sign-in-frame';
import { useSignInPath } from './use-sign-in-path';
import { VerifyNumber } from './verify-number';

type Stage = 'number' | 'code' | 'password' | 'done';

/** The number and ID, a code, a new password. */
export function ResetPage() {
  const { t } = useTranslation('registration');
  const path = useSignInPath();
  const [stage, setStage] = useState<Stage>('number');
  const [mobile, setMobile] = useState('');
  const [sent, setSent] = useState<CodeSent>();
  if (stage === 'code' && sent) {
    return (
      <SignInFrame title={t('reset.codeTitle')}>
        <NumberCode
          mobile={mobile}
          source="reset"
          sent={sent}
          onRight={() => setStage('password')}
          onCancel={() => setStage('number')}
        />
      </SignInFrame>
    );
  }
  if (stage === 'password') {
    return (
      <SignInFrame title={t('reset.passwordTitle')} lead={t('reset.passwordLead')}>
        <NewPassword onSaved={() => setStage('done')} />
      </SignInFrame>
    );
  }
  if (stage === 'done') {
    return (
      <SignInFrame title={t('reset.doneTitle')} lead={t('reset.doneLead')}>
        <PrimaryLink to={path('login')}>{t('reset.back')}</PrimaryLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('reset.title')} lead={t('reset.lead')}>
      <VerifyNumber
        source="reset"
        onSent={(number, code) => {
          setMobile(number);
          setSent(code);
          setStage('code');
        }}
      />
      <p className={classes.other}>
        <Link to={path('login')}>{t('reset.back')}</Link>
      </p>
    </SignInFrame>
  );
}
