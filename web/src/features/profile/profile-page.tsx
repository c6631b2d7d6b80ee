import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { AboutYou } from './about-you';
import { EmailSection } from './email-section';
import { MainAccountOnly } from './main-account-only';
import { Preferences } from './preferences-form';
import classes from './profile.module.css';
import { Section } from './section';

function PasswordSection() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return (
    <Section title={t('password.title')}>
      <div className={classes.row}>
        <p className="dimmed">{t('password.text')}</p>
        <Button component={Link} variant="default" to={`/${language}/change-password`}>
          {t('password.change')}
        </Button>
      </div>
    </Section>
  );
}

function SessionsSection() {
  const { t } = useTranslation('profile');
  const path = usePath('sessions');
  return (
    path && (
      <Section title={t('sessions.title')}>
        <div className={classes.row}>
          <p className="dimmed">{t('sessions.text')}</p>
          <Button component={Link} variant="default" to={path}>
            {t('sessions.see')}
          </Button>
        </div>
      </Section>
    )
  );
}

function CardsSection() {
  const { t } = useTranslation('profile');
  const path = usePath('cards');
  return (
    path && (
      <Section title={t('cards.title')}>
        <div className={classes.row}>
          <p className="dimmed">{t('cards.text')}</p>
          <Button component={Link} variant="default" to={path}>
            {t('cards.manage')}
          </Button>
        </div>
      </Section>
    )
  );
}

function AccountsSection() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { subscribers } = useSession();
  const subAccounts = subscribers.filter(({ user }) => !user.is_main);
  return (
    <Section title={t('accounts.title')}>
      <div className={classes.row}>
        {subAccounts.length === 0 ? (
          <p className="dimmed">{t('accounts.none')}</p>
        ) : (
          <ul className={classes.lines}>
            {subAccounts.map(({ subscription_id: id, nickname, mobile_number: number }) => (
              <li key={id}>
                {nickname}
                <Msisdn value={number} className="dimmed" />
              </li>
            ))}
          </ul>
        )}
        <Button component={Link} variant="default" to={`/${language}/sub-accounts`}>
          {t('accounts.manage')}
        </Button>
      </div>
    </Section>
  );
}

function DeactivationSection() {
  const { t } = useTranslation('profile');
  const path = usePath('deactivateNumber');
  return (
    path && (
      <Section title={t('deactivation.title')}>
        <div className={classes.row}>
          <p className="dimmed">{t('deactivation.text')}</p>
          <Button component={Link} variant="default" to={path}>
            {t('deactivation.open')}
          </Button>
        </div>
      </Section>
    )
  );
}

/** The customer's own data and settings. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  return (
    <>
      <PageHeading takesFocus title={t('title')} />
      <div className={classes.columns}>
        <AboutYou />
        <MainAccountOnly>
          <EmailSection />
          <PasswordSection />
          <CardsSection />
          <SessionsSection />
          <AccountsSection />
          <Preferences />
        </MainAccountOnly>
        <DeactivationSection />
      </div>
    </>
  );
}
