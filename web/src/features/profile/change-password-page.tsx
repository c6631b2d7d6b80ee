import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { SuccessMark } from '@/components/success-mark';
import { useLanguage } from '@/lib/text/use-language';
import { ChangePasswordForm } from './change-password-form';
import { MainAccountOnly } from './main-account-only';

function Changed() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return (
    <>
      <SuccessMark />
      <PageHeading takesFocus title={t('changePassword.doneTitle')} lead={t('changePassword.done')} />
      <PrimaryLink to={`/${language}/profile`}>{t('activateEmail.back')}</PrimaryLink>
    </>
  );
}

/** Changes the password. After a sign-out the customer signs in with the new password. */
export function ChangePasswordPage() {
  const { t } = useTranslation('profile');
  const [changed, setChanged] = useState(false);
  if (changed) {
    return <Changed />;
  }
  return (
    <>
      <PageHeading takesFocus title={t('changePassword.title')} lead={t('changePassword.lead')} />
      <MainAccountOnly>
        <ChangePasswordForm onStay={() => setChanged(true)} />
      </MainAccountOnly>
    </>
  );
}
