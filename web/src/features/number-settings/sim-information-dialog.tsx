import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SimInfo } from '@/api/gen-lines';
import { getSimInfoOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { LineState } from '@/components/line/line-state';
import { Loading } from '@/components/loading';
import { Ltr, Msisdn } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import { useLineCall } from '@/lib/session/use-line-call';
import type { PageDialog } from './dialog';

/** The number, its state and the primary SIM. */
function Facts({ info }: { info: SimInfo }) {
  const { t } = useTranslation('sim-information');
  const primary = info.sims.find(({ is_primary }) => is_primary);
  return (
    <FactRows>
      <Fact label={t('line')}>
        <Msisdn value={info.msisdn} />
      </Fact>
      <Fact label={t('fact.state')}>
        <LineState state={info.state} />
      </Fact>
      {primary && <Fact label={t('fact.type')}>{t(`type.${primary.type}`)}</Fact>}
      {primary?.iccid && (
        <Fact label={t('fact.iccid')}>
          <Ltr>{primary.iccid}</Ltr>
        </Fact>
      )}
    </FactRows>
  );
}

/** The SIM of the line in short. The page has all SIMs, the PUK and the help for a lost phone. */
export function SimInformationDialog({ path, onClose }: PageDialog) {
  const { t } = useTranslation(['number-settings', 'common']);
  const { headers } = useLineCall();
  const { data, error, refetch } = useQuery(
    getSimInfoOptions({ headers: { ...headers, 'X-Api-Version': 'v3' } }),
  );
  return (
    <ModalDialog title={t('pages.sim-information.title')} onClose={onClose}>
      <div className="stack">
        {data ? (
          <Facts info={data.data} />
        ) : error ? (
          <ErrorNotice error={error} onRetry={() => refetch()} />
        ) : (
          <Loading lines={4} height={40} />
        )}
        <Button component={Link} to={path}>
          {t('pages.sim-information.more')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </div>
    </ModalDialog>
  );
}
