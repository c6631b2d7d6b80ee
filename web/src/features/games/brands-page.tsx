import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LineHeading } from '@/components/line/line-heading';
import { Tabs } from '@/components/ui/tabs';
import { useSession } from '@/lib/session';
import classes from './games.module.css';
import { Mine } from './mine';
import { Shelf } from './shelf';

const tabs = ['shelf', 'mine'] as const;

/** Games with codes on sale, and the bought codes. The address contains the open tab. */
export function GamesPage() {
  const { t } = useTranslation('games');
  const { selected } = useSession();
  const [params, setParams] = useSearchParams();
  const current = params.get('tab') === 'mine' ? 'mine' : 'shelf';
  return (
    <>
      <LineHeading title={t('title')} lead={t('lead')} />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map((name) => ({ name, title: t(`tabs.${name}`) }))}
        current={current}
        onChange={(tab) => setParams(tab === 'mine' ? { tab } : {}, { replace: true })}
      >
        <div className={classes.panel} key={selected?.subscription_id}>
          {current === 'mine' ? <Mine /> : <Shelf />}
        </div>
      </Tabs>
    </>
  );
}
