import { useTranslation } from 'react-i18next';
import { giveCode } from './calls';
import OtherWays from './other-ways';
import { SignInByCode } from './sign-in-by-code';
import { SignInFrame } from './sign-in-frame';

/** No password: a code sent to the mobile. */
export function QuickLoginPage() {
  const { t } = useTranslation('sign-in');
  return (
    <SignInFrame title={t('quick.title')} lead={t('quick.lead')}>
      <SignInByCode
        source="login"
        onCode={(mobile, code) => giveCode(mobile, 'login', code)}
        below={(messageKey) => (
          <OtherWays instead={messageKey === 'data_sim_not_allowed' ? undefined : 'password'} />
        )}
      />
    </SignInFrame>
  );
}
