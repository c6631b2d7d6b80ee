import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { CardExpiry, CardLabel } from '@/components/payment/card-label';
import { Group } from '@/components/ui/layout';
import classes from './cards.module.css';
import { useCardName } from './use-card-name';

interface Props {
  card: SavedCard;
  busy: boolean;
  onDefault: () => void;
  onDelete: () => void;
}

/** The expiry of a card, with a warning if the customer should act. */
function Validity({ card }: { card: SavedCard }) {
  const { t } = useTranslation('saved-cards');
  return (
    <>
      <p className={classes.dimmed} data-warns={card.expired || card.expiresSoon || undefined}>
        <CardExpiry {...card} />
        {card.expiresSoon && !card.expired && <strong className="strong">{t('expiresSoon')}</strong>}
      </p>
      {card.expired && <p className={classes.dimmed}>{t('expiredHint')}</p>}
    </>
  );
}

/** A card: its brand, its expiry and its actions. */
export function CardRow({ card, busy, onDefault, onDelete }: Props) {
  const { t } = useTranslation('saved-cards');
  const name = useCardName()(card);
  return (
    <li className="card row between">
      <div>
        <h2 className="heading">
          <CardLabel {...card} />
        </h2>
        <p className={classes.dimmed}>
          <bdi dir="ltr">{card.holder}</bdi>
        </p>
        <Validity card={card} />
      </div>
      <Group gap="sm">
        {card.default && <span className="pill">{t('default')}</span>}
        {!card.default && !card.expired && (
          <Button
            variant="default"
            loading={busy}
            aria-label={t('makeDefaultOf', { name })}
            onClick={onDefault}
          >
            {t('makeDefault')}
          </Button>
        )}
        <Button variant="subtle" color="red" aria-label={t('removeOf', { name })} onClick={onDelete}>
          {t('remove')}
        </Button>
      </Group>
    </li>
  );
}
