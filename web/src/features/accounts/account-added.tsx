import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Subscriber } from '@/api/gen-session';
import { Scene } from '@/brand/scene';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { Group } from '@/components/ui/layout';
import { useAttempt } from '@/lib/form/use-attempt';
import { selectAccount } from '@/lib/session';
import { isolatedNumber, nameOfLine } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';

/** Confirms the new account and offers the next actions. */
export function AccountAdded({ line, onAnother }: { line: Subscriber; onAnother: () => void }) {
  const { t } = useTranslation('accounts');
  const language = useLanguage();
  const navigate = useNavigate();
  const use = useAttempt(async () => {
    await selectAccount(line.subscription_id);
    await navigate(`/${language}/dashboard`);
  });
  return (
    <>
      <Scene of="success" />
      <PageHeading
        takesFocus
        title={t('add.done')}
        lead={t('add.doneText', { name: nameOfLine(line), number: isolatedNumber(line.mobile_number) })}
      />
      <Group gap="sm">
        <Button size="lg" className="primary-action" loading={use.busy} onClick={() => use.attempt()}>
          {t('add.use')}
        </Button>
        <Button size="lg" variant="default" className="primary-action" onClick={onAnother}>
          {t('add.another')}
        </Button>
        <Link to={`/${language}/sub-accounts`}>{t('add.back')}</Link>
      </Group>
      <ErrorNotice error={use.error} />
    </>
  );
}
