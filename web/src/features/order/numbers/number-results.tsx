import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FreeNumber } from '@/api/gen';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { FoundNumber } from '@/components/number/found-number';
import { spacedMobile } from '@/lib/text/digits';
import classes from './number-results.module.css';

export interface NumberResultsProps {
  numbers: FreeNumber[];
  /** The digits of the search. */
  searched?: string;
  atEnd?: boolean;
  /** The number whose booking is in progress. */
  booking: string | undefined;
  /** Returns the benefit of a number, such as the plan with which it is free. */
  benefit?: (number: FreeNumber) => ReactNode;
  onChoose: (msisdn: string) => void;
}

type CardProps = Omit<NumberResultsProps, 'numbers'> & { number: FreeNumber };

function NumberCard({ number, searched, atEnd, booking, benefit, onChoose }: CardProps) {
  const { t } = useTranslation('numbers');
  const { msisdn, category, price } = number;
  const gain = benefit?.(number);
  return (
    <li className={classes.card} data-metal={category}>
      <div className="row tight between">
        <MetalBadge category={category} />
        <Money amount={price} freeWhenZero />
      </div>
      <FoundNumber value={msisdn} searched={searched} atEnd={atEnd} className={classes.number} />
      {gain && <p className={classes.benefit}>{gain}</p>}
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
  );
}

/** Free numbers as cards; choosing a card books its number. */
export function NumberResults({ numbers, ...card }: NumberResultsProps) {
  return (
    <ul className={classes.grid}>
      {numbers.map((number) => (
        <NumberCard key={number.msisdn} number={number} {...card} />
      ))}
    </ul>
  );
}
