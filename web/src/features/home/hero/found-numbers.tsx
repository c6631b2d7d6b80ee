import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { searchNumbersOptions } from '@/api/gen/@tanstack/react-query.gen';
import { mayRepeat } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { FoundNumber } from '@/components/number/found-number';
import { stepPath } from '@/features/order/model/order-steps';
import { useStartOrder } from '@/features/order/model/use-start-order';
import { ServerState } from '@/lib/http/query-client';
import { spacedMobile } from '@/lib/text/digits';
import { useLanguage } from '@/lib/text/use-language';
import classes from './hero.module.css';

const typingPause = 300;
const shown = 3;

interface Props {
  digits: string;
}

function Found({ digits }: Props) {
  const { t } = useTranslation('numbers');
  const language = useLanguage();
  const [wanted] = useDebouncedValue(digits, typingPause);
  const found = useQuery({
    ...searchNumbersOptions({
      query: { ...(wanted && { contains: wanted }), per_page: shown },
      headers: { 'accept-language': language },
    }),
    placeholderData: keepPreviousData,
  });
  const start = useStartOrder();
  const numbers = found.data?.items ?? [];
  const booking = start.isPending ? start.variables.msisdn : undefined;
  const more =
    stepPath(language, 'number-selection') + (wanted ? `?${new URLSearchParams({ digits: wanted })}` : '');
  return (
    <>
      {found.isPending && <Loading lines={shown} height={64} />}
      <ErrorNotice error={found.error} onRetry={() => found.refetch()} />
      <ErrorNotice
        error={start.error}
        onRetry={mayRepeat(start.error) ? () => start.variables && start.mutate(start.variables) : undefined}
      />
      <ul className={`stack tight ${classes.numbers}`} aria-busy={found.isPlaceholderData}>
        {numbers.map(({ msisdn, category, price }) => (
          <li key={msisdn}>
            <FoundNumber value={msisdn} searched={wanted} />
            <span className={classes.about}>
              <MetalBadge category={category} /> <Money amount={price} freeWhenZero />
            </span>
            <button
              type="button"
              className={classes.choose}
              aria-label={t('chooseNumber', { number: spacedMobile(msisdn) })}
              aria-busy={booking === msisdn}
              disabled={booking !== undefined && booking !== msisdn}
              onClick={() => start.mutate({ kind: 'sim', numberSource: 'new', msisdn })}
            >
              {t('choose')}
            </button>
          </li>
        ))}
      </ul>
      <p className={classes.more} role="status">
        {found.isSuccess && numbers.length === 0 && <>{t('emptyTitle')}. </>}
        {found.isSuccess && (
          <Link to={numbers.length === 0 ? stepPath(language, 'number-selection') : more}>{t('more')}</Link>
        )}
      </p>
    </>
  );
}

/** Three free numbers with the digits. A choice books its number and begins the order of a SIM card. */
export default function FoundNumbers(props: Props) {
  return (
    <ServerState>
      <Found {...props} />
    </ServerState>
  );
}
