import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Email, Msisdn } from '@/components/ltr';
import type { Contact } from './contact';
import classes from './known-contact.module.css';

interface Props {
  contact: Contact;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onChange: () => void;
}

/** Shows confirmed contacts instead of input fields. */
export function KnownContact({ contact, busy, error, onConfirm, onChange }: Props) {
  const { t } = useTranslation(['order', 'common']);
  return (
    <div className="stack form">
      <div className={`card ${classes.known}`}>
        <dl>
          <dt>{t('contact.fullName')}</dt>
          <dd>
            <bdi>{contact.fullName}</bdi>
          </dd>
          <dt>{t('contact.email')}</dt>
          <dd>
            <Email address={contact.email} />
          </dd>
          <dt>{t('contact.mobile')}</dt>
          <dd>
            <Msisdn value={contact.mobile} />
          </dd>
        </dl>
        <Button variant="default" onClick={onChange}>
          {t('contact.change')}
        </Button>
      </div>
      <ErrorNotice error={error} />
      <Button size="lg" className="primary-action" loading={busy} onClick={onConfirm}>
        {t('common:actions.continue')}
      </Button>
    </div>
  );
}
