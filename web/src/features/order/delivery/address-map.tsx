import { Button } from '@mantine/core';
import { type CircleMarker, circleMarker, type LeafletMouseEvent } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Place, useMap } from '@/components/map/use-map';
import { Notice } from '@/components/notice';
import classes from './address-map.module.css';

export type { Place };

const riyadh: Place = { latitude: 24.7136, longitude: 46.6753 };
const digits = 5;

/** Tells whether a place lies within the contract's limits for delivery. */
const inside = ({ latitude, longitude }: Place) =>
  latitude >= 16 && latitude <= 33 && longitude >= 34 && longitude <= 56;

const rounded = (value: number) => Number(value.toFixed(digits));

interface Props {
  place: Place | undefined;
  onChange: (place: Place | undefined) => void;
}

/**
 * A map on which the customer marks the door. If there are no tiles, marking, location and keyboard still
 * work.
 */
export default function AddressMap({ place, onChange }: Props) {
  const { t } = useTranslation(['order', 'common']);
  const [trouble, setTrouble] = useState<'mapDenied' | 'mapOutside'>();
  const { box, map } = useMap({
    centre: place ?? riyadh,
    zoom: 12,
    zoomIn: t('common:map.zoomIn'),
    zoomOut: t('common:map.zoomOut'),
  });

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
    const onClick = ({ latlng }: LeafletMouseEvent) => latestMark.current(latlng.lat, latlng.lng);
    map?.on('click', onClick);
    return () => {
      map?.off('click', onClick);
    };
  }, [map]);

  useEffect(() => {
    if (!place || !map) {
      return;
    }
    const pin: CircleMarker = circleMarker([place.latitude, place.longitude], {
      radius: 10,
      className: classes.pin,
    });
    pin.addTo(map);
    return () => {
      pin.remove();
    };
  }, [map, place]);

  const markMiddle = () => {
    const centre = map?.getCenter();
    if (centre) {
      mark(centre.lat, centre.lng);
    }
  };
  const markLocation = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        map?.setView([coords.latitude, coords.longitude], 16);
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
      <small className="dimmed">{t('delivery.mapHint')}</small>
      <div className="button-row">
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
      <p role="status" className="dimmed">
        {place && t('delivery.mapMarked', { ...place })}
      </p>
    </div>
  );
}
