import 'leaflet/dist/leaflet.css';
import { Button } from '@mantine/core';
import {
  type CircleMarker,
  circleMarker,
  map as createMap,
  type Map as LeafletMap,
  tileLayer,
} from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { settingsNow } from '@/lib/site/site';
import classes from './address-map.module.css';

export interface Place {
  latitude: number;
  longitude: number;
}

const riyadh: Place = { latitude: 24.7136, longitude: 46.6753 };
const digits = 5;

/** The contract's limits of a delivery place. */
const inside = ({ latitude, longitude }: Place) =>
  latitude >= 16 && latitude <= 33 && longitude >= 34 && longitude <= 56;

/** Leaflet takes the credit for HTML. */
const asText = (credit: string) => {
  const box = document.createElement('span');
  box.textContent = credit;
  return box.innerHTML;
};

const rounded = (value: number) => Number(value.toFixed(digits));

interface Props {
  place: Place | undefined;
  onChange: (place: Place | undefined) => void;
}

/** A map to mark the door on. Tiles may not come, or there are none: marking, location and keyboard work without them. */
export default function AddressMap({ place, onChange }: Props) {
  const { t } = useTranslation('order');
  const box = useRef<HTMLDivElement>(null);
  const leaflet = useRef<LeafletMap>(undefined);
  const [trouble, setTrouble] = useState<'mapDenied' | 'mapOutside'>();
  const [first] = useState(place ?? riyadh);

  const mark = (latitude: number, longitude: number) => {
    const marked = { latitude: rounded(latitude), longitude: rounded(longitude) };
    setTrouble(inside(marked) ? undefined : 'mapOutside');
    if (inside(marked)) {
      onChange(marked);
    }
  };
  const latestMark = useRef(mark);
  latestMark.current = mark;

  useEffect(() => {
    if (!box.current) {
      return;
    }
    const map = createMap(box.current, { zoomControl: true, attributionControl: true });
    map.attributionControl.setPrefix(false);
    map.setView([first.latitude, first.longitude], 12);
    const { url, credit } = settingsNow()?.mapTiles ?? { url: '', credit: '' };
    if (url !== '') {
      tileLayer(url, { maxZoom: 19, attribution: asText(credit) }).addTo(map);
    }
    map.on('click', ({ latlng }) => latestMark.current(latlng.lat, latlng.lng));
    leaflet.current = map;
    return () => {
      map.remove();
    };
  }, [first]);

  useEffect(() => {
    if (!place || !leaflet.current) {
      return;
    }
    const pin: CircleMarker = circleMarker([place.latitude, place.longitude], {
      radius: 10,
      className: classes.pin,
    });
    pin.addTo(leaflet.current);
    return () => {
      pin.remove();
    };
  }, [place]);

  const markMiddle = () => {
    const centre = leaflet.current?.getCenter();
    if (centre) {
      mark(centre.lat, centre.lng);
    }
  };
  const markLocation = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        leaflet.current?.setView([coords.latitude, coords.longitude], 16);
        mark(coords.latitude, coords.longitude);
      },
      () => setTrouble('mapDenied'),
    );
  return (
    <div className={classes.wrap}>
      <div className={classes.middle}>
        {/* biome-ignore lint/a11y/useSemanticElements: Leaflet takes over this element */}
        <div ref={box} className={classes.map} dir="ltr" role="group" aria-label={t('delivery.mapLabel')} />
        <span className={classes.cross} aria-hidden />
      </div>
      <small className={classes.hint}>{t('delivery.mapHint')}</small>
      <div className={classes.actions}>
        <Button variant="default" size="sm" onClick={markMiddle}>
          {t('delivery.mapMiddle')}
        </Button>
        {'geolocation' in navigator && (
          <Button variant="default" size="sm" onClick={markLocation}>
            {t('delivery.mapHere')}
          </Button>
        )}
        {place && (
          <Button variant="subtle" size="sm" onClick={() => onChange(undefined)}>
            {t('delivery.mapRemove')}
          </Button>
        )}
      </div>
      {trouble && <Notice tone="warning">{t(`delivery.${trouble}`)}</Notice>}
      <p role="status" className={classes.hint}>
        {place && t('delivery.mapMarked', { ...place })}
      </p>
    </div>
  );
}
