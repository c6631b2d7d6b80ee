import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { LineHeading } from '@/components/line/line-heading';
import { Tabs } from '@/components/parts/tabs';
import { useSession } from '@/lib/session';
import { usePath } from '@/lib/site/use-path';
import classes from './transfer.module.css';
import { TransferFlow } from './transfer-flow';
import type { Kind } from './wanted';

/** The tabs of the specification (section 2). */
const tabs = { local: 'credit', international: 'international', data: 'data' } as const satisfies Record<
  string,
  Kind
>;

const isTab = (name: string | null): name is keyof typeof tabs => name !== null && Object.hasOwn(tabs, name);
const names = Object.keys(tabs).filter(isTab);

/** Credit or data for somebody else's line. Which tab is open stands in the address. */
export function TransferPage() {
  const { t } = useTranslation('transfer');
  const { selected } = useSession();
  const [params, setParams] = useSearchParams();
  const history = usePath('history');
  const asked = params.get('tab');
  const current = isTab(asked) ? asked : 'local';
  return (
    <>
      <LineHeading title={t('title')} lead={t('lead')} />
      <Tabs
        label={t('tabs.label')}
        tabs={names.map((name) => ({ name, title: t(`tabs.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab }, { replace: true })}
      >
        <div className={classes.panel}>
          <TransferFlow key={`${current} ${selected?.subscription_id}`} kind={tabs[current]} />
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
