import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getRechargeOptionsOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { Money } from '@/components/money';
import { useLineCall } from '@/lib/session/use-line-call';
import { useOpenPath } from '@/lib/session/use-open-path';
import { useQuantity } from '@/lib/text/use-quantity';

/** The cheapest data pack on sale, with its price. The link opens its payment. */
export function MoreData() {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  const path = useOpenPath('recharge');
  const { data } = useQuery({ ...getRechargeOptionsOptions(useLineCall()), enabled: path !== undefined });
  const packs = data?.data.kinds.includes('data-recharge') ? data.data.data : [];
  const [pack] = [...packs].sort((one, other) => one.total - other.total);
  return (
    path &&
    pack && (
      <Button
        component={Link}
        to={`${path}?${new URLSearchParams({ tab: 'dataRecharge', pack: pack.id })}`}
        size="md"
        className="primary-action"
      >
        {t('consumption.addPack', { amount: quantity(pack.megabytes, 'MB') })}
        {'\u00a0'}
        <Money amount={pack.total} />
      </Button>
    )
  );
}
