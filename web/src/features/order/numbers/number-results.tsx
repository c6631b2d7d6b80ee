import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FreeNumber } from '@/api/gen';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { FoundNumber } from '@/components/number/found-number';
import { spacedMobile } from '@/lib/text/digits';
import classes from './number-results.module.css';

interface Props {
  numbers: FreeNumber[];
  /** The digits of the search. */
  searched?: string;
  atEnd?: boolean;
  /** The number whose booking is in progress. */
  booking: string | undefined;
  onChoose: (msisdn: string) => void;
}

/** Free numbers as cards; choosing a card books its number. */
export function NumberResults({ numbers, searched, atEnd, booking, onChoose }: Props) {
  const { t } = useTranslation('numbers');
  return (
    <ul className={classes.grid}>
      {numbers.map(({ msisdn, category, price }) => (
        <li key={msisdn} className={classes.card} data-metal={category}>
          <div className={classes.top}>
            <MetalBadge category={category} />
            <Money amount={price} freeWhenZero />
          </div>
          <FoundNumber value={msisdn} searched={searched} atEnd={atEnd} className={classes.number} />
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
