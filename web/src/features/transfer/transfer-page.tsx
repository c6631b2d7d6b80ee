import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { LineHeading } from '@/components/line/line-heading';
import { Tabs } from '@/components/ui/tabs';
import { useSession } from '@/lib/session';
import { useOpenPath } from '@/lib/session/use-open-path';
import classes from './transfer.module.css';
import { TransferFlow } from './transfer-flow';
import type { Kind } from './wanted';

/** The tabs of the specification (section 2). */
const tabs: readonly Kind[] = ['local', 'international', 'data'];

/** Credit or data for another person's line. The address names the open tab. */
export function TransferPage() {
  const { t } = useTranslation('transfer');
  const { selected } = useSession();
  const [params, setParams] = useSearchParams();
  const history = useOpenPath('history');
  const current = tabs.find((kind) => kind === params.get('tab')) ?? 'local';
  return (
    <>
      <LineHeading title={t('title')} lead={t('lead')} />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map((name) => ({ name, title: t(`tabs.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab }, { replace: true })}
      >
        <div className={classes.panel}>
          <TransferFlow key={`${current} ${selected?.subscription_id}`} kind={current} />
        </div>
      </Tabs>
      {history && (
        <p className={classes.foot}>
          <Link to={`${history}?tab=transfer`}>{t('history')}</Link>
        </p>
      )}
    </>
  );
}
