import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Notice } from '@/components/notice';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import classes from './active-line.module.css';

/** The state of the address after the account was created on this page. */
export const accountMade = { accountMade: true };

const AddPasskey = lazyWithTexts('passkeys', () => import('./add-passkey'));

/** Confirms a new account, and offers an easier way to sign in. Nothing for a customer who had an account before. */
export function AccountMade() {
  const { t } = useTranslation('active-line');
  const { state } = useLocation();
  if (!state?.accountMade) {
    return null;
  }
  return (
    <section className={`card ${classes.account}`} aria-labelledby="account-made">
      <Notice tone="positive" title={<span id="account-made">{t('made.title')}</span>}>
        {t('made.text')}
      </Notice>
      <Suspense>
        <AddPasskey />
      </Suspense>
      <small>{t('made.password')}</small>
    </section>
  );
}
