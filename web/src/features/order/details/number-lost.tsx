import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Order, selectNumber } from '@/api/gen';
import { searchNumbersOptions } from '@/api/gen/@tanstack/react-query.gen';
import { mayRepeat } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { isolatedNumber } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';
import { useOrderAction } from '../model/use-order-action';
import { NumberPicker } from '../numbers/number-picker';
import { NumberResults } from '../numbers/number-results';
import { ChooseUntil } from './choose-until';

const offered = 4;

/**
 * A paid order whose number is lost: similar numbers first, the shop on request. The order keeps its price, so
 * no number may cost more than the lost one.
 */
export default function NumberLost({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const [searching, setSearching] = useState(false);
  const lost = order.booking?.msisdn ?? '';
  const maxPrice = order.booking?.price;
  const choose = useOrderAction(order.id, (call, msisdn: string) =>
    selectNumber({ ...call, body: { msisdn } }),
  );
  const similar = useQuery({
    ...searchNumbersOptions({
      query: { similar_to: lost, max_price: maxPrice, per_page: offered },
      headers: { 'accept-language': language },
    }),
    enabled: lost !== '',
  });
  const numbers = similar.data?.items ?? [];
  const booking = choose.isPending ? choose.variables : undefined;
  const again = () => choose.variables && choose.mutate(choose.variables);
  return (
    <section className="stack">
      <Notice tone="warning" title={t('lost.title')}>
        {t('lost.text', { number: isolatedNumber(lost) })}
        <ChooseUntil order={order} />
      </Notice>
      {searching ? (
        <NumberPicker
          maxPrice={maxPrice}
          booking={booking}
          error={choose.error}
          onRetry={again}
          onChoose={choose.mutate}
        />
      ) : (
        <>
          <h2 style={{ margin: 0, fontSize: '1.15rem' }}>{t('lost.similar')}</h2>
          {similar.isLoading && <Loading lines={2} />}
          <ErrorNotice error={similar.error} onRetry={() => similar.refetch()} />
          {similar.isSuccess && numbers.length === 0 && <p>{t('lost.similarEmpty')}</p>}
          <ErrorNotice error={choose.error} onRetry={mayRepeat(choose.error) ? again : undefined} />
          <NumberResults numbers={numbers} booking={booking} onChoose={choose.mutate} />
          <Button variant="default" onClick={() => setSearching(true)}>
            {t('lost.allNumbers')}
          </Button>
        </>
      )}
    </section>
  );
}
