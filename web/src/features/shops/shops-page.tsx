import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { Filters, StoreSearch } from './filters';
import { Found } from './found';
import { LocationButton } from './location-button';
import classes from './shops.module.css';
import { useLocation } from './use-location';
import { useShops } from './use-shops';
import { useWanted, views } from './use-wanted';

/** A store finder: as a list or on a map, by words, city, services and opening state, the nearest first. */
export function ShopsPage() {
  const { t } = useTranslation('shops');
  const wanting = useWanted();
  const { wanted, go, narrow } = wanting;
  const location = useLocation();
  const { data, error, isPending, isPlaceholderData, refetch } = useShops(wanted, location.place);
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <Stack gap={24} className={classes.columns}>
        <div className={classes.asked}>
          <StoreSearch key={wanted.q} q={wanted.q} onSearch={(q) => narrow({ q })} />
          <LocationButton location={location} />
          {data && <Filters {...wanting} known={data} />}
        </div>
        <div className="stack">
          <ChoiceChips
            legend={t('view.label')}
            name="view"
            value={wanted.view}
            choices={views.map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={(view) => go({ view, store: '' })}
          />
          {isPending && <Loading lines={4} height={160} />}
          {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
          {data && <Found found={data} old={isPlaceholderData} near={location.place} wanting={wanting} />}
        </div>
      </Stack>
    </div>
  );
}
