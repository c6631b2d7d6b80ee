import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePath } from '@/lib/site/use-path';

/** A link to recharge the balance that pays for the plan. */
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
