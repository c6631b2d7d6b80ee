import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FreeNumber } from '@/api/gen';
import { Msisdn } from '@/components/ltr';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { spacedMobile } from '@/lib/text/digits';
import classes from './number-results.module.css';

interface Props {
  numbers: FreeNumber[];
  /** The number whose booking is in progress. */
  booking: string | undefined;
  onChoose: (msisdn: string) => void;
}

/** Free numbers as cards; choosing a card books its number. */
export function NumberResults({ numbers, booking, onChoose }: Props) {
  const { t } = useTranslation('numbers');
  return (
    <ul className={classes.grid}>
      {numbers.map(({ msisdn, category, price }) => (
        <li key={msisdn} className={classes.card} data-metal={category}>
          <div className={classes.top}>
            <MetalBadge category={category} />
            <Money amount={price} freeWhenZero />
          </div>
          <Msisdn value={msisdn} className={classes.number} />
          <Button
            variant="light"
            fullWidth
            loading={booking === msisdn}
            disabled={booking !== undefined && booking !== msisdn}
            aria-label={t('chooseNumber', { number: spacedMobile(msisdn) })}
            onClick={() => onChoose(msisdn)}
          >
            {t('choose')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
