import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VasService } from '@/api/gen-vas';
import { Price } from './price';
import classes from './vas.module.css';

interface Props {
  service: VasService;
  busy: boolean;
  onChoose: (service: VasService) => void;
}

/** A service on sale: its description, its price, and the button to subscribe. */
export function VasCard({ service, busy, onChoose }: Props) {
  const { t } = useTranslation('vas');
  const { name, description, price, billed, cycleDays, renews, held, availability } = service;
  const here = availability.includes('web');
  return (
    <li className="card stack near">
      <h2>{name}</h2>
      <p>{description}</p>
      <p className={classes.price}>
        <Price price={price} billed={billed} cycleDays={cycleDays} />
      </p>
      {renews && (
        <p className="dimmed">
          {t(billed ? 'confirm.billedRenews' : 'confirm.renews', { count: cycleDays })}
        </p>
      )}
      {held && <p className="dimmed">{t('held')}</p>}
      {!held && !here && <p className="dimmed">{t('appAlone')}</p>}
      {!held && here && (
        <Button
          variant="default"
          loading={busy}
          aria-label={t('subscribeTo', { name })}
          onClick={() => onChoose(service)}
        >
          {t('subscribe')}
        </Button>
      )}
    </li>
  );
}
