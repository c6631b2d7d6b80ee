import { useTranslation } from 'react-i18next';
import OtherWays from './other-ways';
import { SignInByCode } from './sign-in-by-code';
import { SignInFrame } from './sign-in-frame';
import { useLoginCode } from './use-login-code';

/** A sign-in without a password: a code sent to the mobile number. */
export function QuickLoginPage() {
  const { t } = useTranslation('sign-in');
  const giveLoginCode = useLoginCode();
  return (
    <SignInFrame title={t('quick.title')} lead={t('quick.lead')}>
      <SignInByCode
        source="login"
        onCode={giveLoginCode}
        below={(messageKey) => (
          <OtherWays instead={messageKey === 'data_sim_not_allowed' ? undefined : 'password'} />
        )}
      />
    </SignInFrame>
  );
}
