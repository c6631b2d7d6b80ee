import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PromoOffer } from '@/api/gen-purchases';
import { Ltr } from '@/components/ltr';
import { PromoEntry } from '@/components/promo/promo-entry';
import { Group } from '@/components/ui/layout';
import classes from './confirm.module.css';
import type { Wanted } from './wanted';

interface Props {
  wanted: Wanted;
  onPromo: (promo: PromoOffer | undefined) => void;
}

/** A promo code reduces the price before the payment. */
export function PromoOfRecharge({ wanted, onPromo }: Props) {
  const { t } = useTranslation('promo');
  if (wanted.promo) {
    return (
      <Group gap="sm" justify="space-between" role="status">
        <span>
          {t('off')} <Ltr>{wanted.promo.code}</Ltr>
        </span>
        <Button variant="default" size="sm" onClick={() => onPromo(undefined)}>
          {t('remove')}
        </Button>
      </Group>
    );
  }
  return (
    <details className={classes.enter}>
      <summary>{t('open')}</summary>
      <PromoEntry
        action={t('apply')}
        refuses={(offer) => (offer.kinds.includes(wanted.kind) ? undefined : t('notHere'))}
        onOffer={onPromo}
      />
    </details>
  );
}
