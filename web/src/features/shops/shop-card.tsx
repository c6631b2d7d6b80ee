import { Button } from '@mantine/core';
import MapPin from 'lucide-react/icons/map-pin';
import Navigation from 'lucide-react/icons/navigation';
import Phone from 'lucide-react/icons/phone';
import { useTranslation } from 'react-i18next';
import type { Store } from '@/api/gen-shops';
import { Ltr } from '@/components/ltr';
import { Group } from '@/components/ui/layout';
import { useDistance } from '@/lib/text/use-distance';
import { Hours, OpenState } from './opening';
import classes from './shops.module.css';

/** Returns the link to directions: phones open the owner's map app, other devices a page. */
const directionsTo = ({ latitude, longitude }: Store): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;

function Ways({ store, onMap }: { store: Store; onMap?: () => void }) {
  const { t } = useTranslation('shops');
  return (
    <Group component="p" gap="0.25rem 1.25rem" className={classes.ways}>
      <a href={`tel:${store.phone}`}>
        <Phone size={18} aria-hidden /> {t('store.call')} <Ltr>{store.phone}</Ltr>
      </a>
      <a href={directionsTo(store)} target="_blank" rel="noreferrer">
        <Navigation size={18} aria-hidden /> {t('store.directions')}
        <span className="visually-hidden"> {t('store.directionsHint', { name: store.name })}</span>
      </a>
      {onMap && (
        <Button
          variant="transparent"
          size="compact-md"
          className="quiet-action"
          leftSection={<MapPin size={18} />}
          onClick={onMap}
        >
          {t('store.onMap')}
          <span className="visually-hidden"> {store.name}</span>
        </Button>
      )}
    </Group>
  );
}

interface Props {
  store: Store;
  ramadan: boolean;
  onMap?: () => void;
}

/** A store: its address, its opening state, directions and services. */
export function ShopCard({ store, ramadan, onMap }: Props) {
  const { t } = useTranslation('shops');
  const distance = useDistance();
  return (
    <>
      <Group component="header" gap="0.25rem 1rem" align="baseline" justify="space-between">
        <h3>{store.name}</h3>
        {store.distance !== undefined && (
          <p className={classes.distance}>{t('store.away', { distance: distance(store.distance) })}</p>
        )}
      </Group>
      <OpenState store={store} />
      <p className={classes.address}>
        {store.address}
        <br />
        {store.cityName}
      </p>
      <Ways store={store} {...(onMap && { onMap })} />
      <Group
        component="ul"
        gap={6.4}
        align="stretch"
        className={classes.services}
        aria-label={t('store.services')}
      >
        {store.services.map((service) => (
          <li key={service}>{t(`services.${service}`)}</li>
        ))}
      </Group>
      <Hours store={store} ramadan={ramadan} />
    </>
  );
}
