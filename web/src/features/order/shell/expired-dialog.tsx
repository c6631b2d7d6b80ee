import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Order, selectNumber } from '@/api/gen';
import { searchNumbersOptions } from '@/api/gen/@tanstack/react-query.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { ModalDialog } from '@/components/modal-dialog';
import { isolatedNumber } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';
import { stepPath } from '../model/order-steps';
import { useOrderAction } from '../model/use-order-action';
import { NumberResults } from '../numbers/number-results';

const offered = 4;

/**
 * The reservation has expired: the customer takes another number for the same price or less, or the same
 * number if it is still free. The list of all numbers has the dearer ones. The form behind the dialog stays.
 */
export function ExpiredDialog({ order, lost }: { order: Order; lost: string }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const choose = useOrderAction(order.id, (call, msisdn: string) =>
    selectNumber({ ...call, body: { msisdn } }),
  );
  const tryAgain = () =>
    choose.mutate(lost, { onError: (error) => setTaken(problemOf(error)?.messageKey === 'number_taken') });
  const similar = useQuery(
    searchNumbersOptions({
      query: { similar_to: lost, max_price: order.booking?.price, per_page: offered },
      headers: { 'accept-language': language },
    }),
  );
  const numbers = (similar.data?.items ?? []).filter(({ msisdn }) => msisdn !== lost);
  // Another customer has the number now: another try cannot help.
  const [taken, setTaken] = useState(false);
  const booking = choose.isPending ? choose.variables : undefined;
  return (
    <ModalDialog title={t('expired.title')}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('expired.lead', { number: isolatedNumber(lost) })}</p>
        {!taken && (
          <Button loading={booking === lost} onClick={tryAgain}>
            {t('expired.again')}
          </Button>
        )}
        <ErrorNotice error={choose.error} />
        <h3 style={{ margin: 0, fontSize: '1.05rem' }}>{t('expired.similar')}</h3>
        {similar.isPending && <Loading lines={2} />}
        <ErrorNotice error={similar.error} onRetry={() => similar.refetch()} />
        {similar.isSuccess && numbers.length === 0 && <p>{t('expired.none')}</p>}
        <NumberResults numbers={numbers} booking={booking} onChoose={choose.mutate} />
        <Link to={stepPath(language, 'number-selection', order.id)}>{t('expired.all')}</Link>
      </div>
    </ModalDialog>
  );
}
