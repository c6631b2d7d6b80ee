import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CreditLimit } from '@/api/gen-purchases';
import { Scene } from '@/brand/scene';
import { Money } from '@/components/money';
import { usePath } from '@/lib/site/use-path';

/** Confirms the change and offers the next pages. */
export function DoneStep({ limit }: { limit: CreditLimit }) {
  const { t } = useTranslation('credit-limit');
  const dashboard = usePath('dashboard');
  const plan = usePath('my-plan');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <div className="stack form">
      <Scene of="success" />
      <h2 ref={heading} tabIndex={-1}>
        {t('done.title')}
      </h2>
      <p>
        {t('done.now')} <Money amount={limit.limit} />. {t('done.text')}
      </p>
      {dashboard && (
        <Button component={Link} to={dashboard} size="lg" className="primary-action">
          {t('done.dashboard')}
        </Button>
      )}
      {plan && (
        <Button component={Link} to={plan} variant="default" size="lg" className="primary-action">
          {t('done.plan')}
        </Button>
      )}
    </div>
  );
}
