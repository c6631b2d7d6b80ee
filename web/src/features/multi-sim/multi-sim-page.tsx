import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LineSim, MultisimSettings, SimInfo } from '@/api/gen-lines';
import { getMultisimSettingsOptions, getSimInfoOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { LostPhoneLink } from '@/components/line/lost-phone-link';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { UseMainFirst } from '@/components/use-main-first';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { dayAndTime, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { ChangeDialog } from './change-dialog';
import { RenameDialog } from './rename-dialog';
import { SimRow } from './sim-row';

type Change = { what: 'rename'; sim: LineSim } | { what: 'primary' | 'deactivate'; sim: LineSim };

/** The reason why SIMs cannot be changed now, and the end of it. */
function Blocked({ info }: { info: SimInfo }) {
  const { t } = useTranslation('multi-sim');
  const language = useLanguage();
  const { change, guarded_until: guarded } = info;
  if (change) {
    const until = dayAndTime(change.until, language);
    return (
      <Notice tone="warning">
        {change.order_number
          ? t('blockedBy', { order: `\u2066${change.order_number}\u2069`, until })
          : t('blocked', { until })}
      </Notice>
    );
  }
  return guarded ? (
    <Notice tone="warning">{t('guarded', { until: dayAndTime(guarded, language) })}</Notice>
  ) : null;
}

/** A link to order another SIM, while the line may have one more. */
function OrderAnother({ used, settings }: { used: number; settings: MultisimSettings }) {
  const { t } = useTranslation('multi-sim');
  const language = useLanguage();
  const most = settings.max_allowed_multisim;
  return (
    <Stack gap="xs" align="flex-start">
      <p className="dimmed">
        {t('fees', { setup: riyals(settings.setup_fee), monthly: riyals(settings.monthly_fee) })}{' '}
        {t('outgoing')}
      </p>
      {used >= most ? (
        <Notice>{t('full', { count: most })}</Notice>
      ) : (
        <>
          <Button component={Link} size="lg" className="primary-action" to={`/${language}/multi-sim/order`}>
            {t('open')}
          </Button>
          <p className="dimmed">{t('used', { used, most })}</p>
        </>
      )}
    </Stack>
  );
}

/** The SIMs of the line with their actions, and a link to order another. */
function Sims({
  info,
  settings,
  onChanged,
}: {
  info: SimInfo;
  settings: MultisimSettings;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('multi-sim');
  const [change, setChange] = useState<Change>();
  const [done, setDone] = useState('');
  const further = info.sims.filter(({ is_primary }) => !is_primary);
  const finish = (said: string) => {
    setChange(undefined);
    setDone(said);
    return onChanged();
  };
  const close = () => setChange(undefined);
  return (
    <div className="stack">
      <Outcome of={done || undefined}>
        <Notice tone="positive" title={done} />
      </Outcome>
      <Blocked info={info} />
      <ul className="plain-list">
        {info.sims.map((sim) => (
          <SimRow
            key={sim.id}
            sim={sim}
            alone={further.length === 0}
            onChange={(what) => setChange({ what, sim })}
          />
        ))}
      </ul>
      {further.length === 0 && <EmptyState text={t('empty')} />}
      <LostPhoneLink />
      <OrderAnother used={further.filter(({ state }) => state !== 'inactive').length} settings={settings} />
      {change?.what === 'rename' && (
        <RenameDialog sim={change.sim} onClose={close} onDone={() => finish(t('renaming.done'))} />
      )}
      {change && change.what !== 'rename' && (
        <ChangeDialog
          what={change.what}
          sim={change.sim}
          number={info.msisdn}
          onClose={close}
          onDone={() => finish(t(`${change.what}.done`))}
        />
      )}
    </div>
  );
}

function MainLine() {
  const { headers } = useLineCall();
  const language = useLanguage();
  const info = useQuery({
    ...getSimInfoOptions({ headers: { ...headers, 'X-Api-Version': 'v3' } }),
    // Orders change the list without this page.
    refetchOnMount: 'always',
  });
  const settings = useQuery(getMultisimSettingsOptions({ headers: { 'accept-language': language } }));
  const failed = [info, settings].find(({ error }) => error);
  if (info.data && settings.data) {
    return <Sims info={info.data.data} settings={settings.data.data} onChanged={() => info.refetch()} />;
  }
  return failed ? (
    <ErrorNotice error={failed.error} onRetry={() => failed.refetch()} />
  ) : (
    <Loading lines={3} height={96} />
  );
}

/** Several SIMs for one number, managed from the main line. */
export function MultiSimPage() {
  const { t } = useTranslation('multi-sim');
  const { selected } = useSession();
  const isData = selected?.properties.data_sim;
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {!selected?.user.is_main && <UseMainFirst>{t('onlyMain')}</UseMainFirst>}
      {selected?.user.is_main && (isData ? <Notice>{t('dataSim')}</Notice> : <MainLine />)}
    </>
  );
}
