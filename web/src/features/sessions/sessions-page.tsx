import { useTranslation } from 'react-i18next';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { OpenSessions } from './open-sessions';
import { Passkeys } from './passkeys/passkeys';
import { PastSignIns } from './past-sign-ins';

/** The open sign-ins of the account, the past ones and the failed ones. */
export function SessionsPage() {
  const { t } = useTranslation('sessions');
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <Stack>
        <OpenSessions />
        <Passkeys />
        <PastSignIns />
      </Stack>
    </>
  );
}
