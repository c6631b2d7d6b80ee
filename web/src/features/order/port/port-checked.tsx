import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { currentStep, stepPath } from '../model/order-steps';
import { PortHints } from './port-hints';

interface Props {
  order: Order;
  port: NonNullable<Order['port']>;
  onChange: () => void;
}

/** The result of a successful pre-check: the customer reads it before the next step, not after paying. */
export function PortChecked({ order, port, onChange }: Props) {
  const { t } = useTranslation(['port', 'common']);
  const language = useLanguage();
  return (
    <>
      <PageHeading takesFocus title={t('checked.title')} />
      <div className="stack form">
        <p style={{ margin: 0 }}>
          {t('checked.text', { operator: port.operatorName })} <Msisdn value={port.msisdn} />
        </p>
        <PortHints order={order} title={t('checked.hints')} />
        <Button
          component={Link}
          size="lg"
          className="primary-action"
          to={stepPath(language, currentStep(order), order.id)}
        >
          {t('common:actions.continue')}
        </Button>
        <Button variant="transparent" className="quiet-action" onClick={onChange}>
          {t('checked.change')}
        </Button>
      </div>
    </>
  );
}
