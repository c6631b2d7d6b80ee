import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePath } from '@/lib/site/use-path';

/** The way to a balance that covers the plan. */
export function RechargeLink() {
  const { t } = useTranslation('my-plan');
  const path = usePath('recharge');
  return (
    path && (
      <Button component={Link} to={path} className="primary-action">
        {t('recharge')}
      </Button>
    )
  );
}
