import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { Group, Stack } from '@/components/ui/layout';
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
      <Group gap="0.75rem 1.5rem" justify="space-between">
        <p className="dimmed">{t('password.text')}</p>
        <Button component={Link} variant="default" to={`/${language}/change-password`}>
          {t('password.change')}
        </Button>
      </Group>
    </Section>
  );
}

function SessionsSection() {
  const { t } = useTranslation('profile');
  const path = usePath('sessions');
  return (
    path && (
      <Section title={t('sessions.title')}>
        <Group gap="0.75rem 1.5rem" justify="space-between">
          <p className="dimmed">{t('sessions.text')}</p>
          <Button component={Link} variant="default" to={path}>
            {t('sessions.see')}
          </Button>
        </Group>
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
        <Group gap="0.75rem 1.5rem" justify="space-between">
          <p className="dimmed">{t('cards.text')}</p>
          <Button component={Link} variant="default" to={path}>
            {t('cards.manage')}
          </Button>
        </Group>
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
      <Group gap="0.75rem 1.5rem" justify="space-between">
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
      </Group>
    </Section>
  );
}

function DeactivationSection() {
  const { t } = useTranslation('profile');
  const path = usePath('deactivateNumber');
  return (
    path && (
      <Section title={t('deactivation.title')}>
        <Group gap="0.75rem 1.5rem" justify="space-between">
          <p className="dimmed">{t('deactivation.text')}</p>
          <Button component={Link} variant="default" to={path}>
            {t('deactivation.open')}
          </Button>
        </Group>
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
      <Stack>
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
      </Stack>
    </>
  );
}
