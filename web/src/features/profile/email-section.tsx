import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Email } from '@/components/ltr';
import { Group } from '@/components/ui/layout';
import { useSession } from '@/lib/session';
import { useLanguage } from '@/lib/text/use-language';
import classes from './profile.module.css';
import { Section } from './section';
import { useProposeEmail } from './use-propose-email';

function State({ confirmed }: { confirmed: boolean }) {
  const { t } = useTranslation('profile');
  const Icon = confirmed ? CircleCheck : CircleAlert;
  return (
    <p className={classes.state} data-confirmed={confirmed || undefined}>
      <Icon size={16} aria-hidden />
      {t(confirmed ? 'email.confirmed' : 'email.notConfirmed')}
    </p>
  );
}

/** The e-mail address, its confirmation, and a link to change it. */
export function EmailSection() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { user } = useSession();
  const propose = useProposeEmail();
  const email = user?.email;
  const confirmed = user?.email_confirmed ?? false;
  return (
    <Section title={t('email.title')}>
      <Group gap="0.75rem 1.5rem" justify="space-between">
        {email ? (
          <div>
            <p>
              <Email address={email} />
            </p>
            <State confirmed={confirmed} />
          </div>
        ) : (
          <p className="dimmed">{t('email.none')}</p>
        )}
        <Group gap="xs" align="stretch">
          {email && !confirmed && (
            <Button loading={propose.isPending} onClick={() => propose.mutate(email)}>
              {t('email.confirm')}
            </Button>
          )}
          <Button component={Link} variant="default" to={`/${language}/change-email`}>
            {t(email ? 'email.change' : 'email.add')}
          </Button>
        </Group>
      </Group>
      <ErrorNotice error={propose.error} />
    </Section>
  );
}
