import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Scene } from '@/brand/scene';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/text/use-language';
import { ChangePasswordForm } from './change-password-form';
import { MainAccountOnly } from './main-account-only';

function Changed() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return (
    <>
      <Scene of="success" />
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
