import { Button } from '@mantine/core';
import { divIcon, type LeafletMouseEvent, marker } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Place, useMap } from '@/components/map/use-map';
import { Notice } from '@/components/notice';
import classes from './address-map.module.css';

export type { Place };

const riyadh: Place = { latitude: 24.7136, longitude: 46.6753 };
const digits = 5;
/** The zoom level at which single buildings show. */
const buildings = 17;
/** The step of the pin for an arrow key, in pixels. */
const step = 12;

const arrows: Record<string, [number, number]> = {
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
};

/** Tells whether a place lies within the contract's limits for delivery. */
const inside = ({ latitude, longitude }: Place) =>
  latitude >= 16 && latitude <= 33 && longitude >= 34 && longitude <= 56;

const rounded = (value: number) => Number(value.toFixed(digits));

/** A drawn pin whose tip is the place. */
const pin = () =>
  divIcon({
    className: classes.pin ?? '',
    html: '<svg viewBox="0 0 32 44" aria-hidden="true"><path d="M16 1.5C8 1.5 1.5 8 1.5 16 1.5 27 16 42.5 16 42.5S30.5 27 30.5 16C30.5 8 24 1.5 16 1.5Z"/><circle cx="16" cy="16" r="5.5"/></svg>',
    iconSize: [32, 44],
    iconAnchor: [16, 43],
  });

/** A drawn street corner, in place of a map that does not load. */
function NoMap() {
  return (
    <svg className={classes.drawing} viewBox="0 0 320 120" aria-hidden preserveAspectRatio="xMidYMid slice">
      <path className={classes.road} d="M-10 92 H330 M96 -10 V130 M236 -10 V130" />
      <path
        className={classes.house}
        d="M12 70 V34 L44 16 L76 34 V70 Z M120 70 V22 H212 V70 Z M258 70 V44 L284 26 L310 44 V70 Z"
      />
      <path
        className={classes.drawnPin}
        d="M166 4c-9 0-16 7-16 16 0 12 16 28 16 28s16-16 16-28c0-9-7-16-16-16Z"
      />
    </svg>
  );
}

interface Props {
  place: Place | undefined;
  onChange: (place: Place | undefined) => void;
}

/** A map on which the customer marks the door with a pin. Without tiles, the location of the device remains. */
export default function AddressMap({ place, onChange }: Props) {
  const { t } = useTranslation(['delivery', 'common']);
  const [trouble, setTrouble] = useState<'mapDenied' | 'mapOutside'>();
  const { box, map, plain } = useMap({
    centre: place ?? riyadh,
    zoom: place ? buildings : 12,
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

  /** The pin is drawn anew after each step; the focus stays on it. */
  const hadFocus = useRef(false);
  const label = t('pinLabel');
  const { latitude, longitude } = place ?? {};
  useEffect(() => {
    if (latitude === undefined || longitude === undefined || !map) {
      return;
    }
    const shown = marker([latitude, longitude], { icon: pin(), draggable: true, title: label, alt: label });
    shown.on('dragend', () => {
      const { lat, lng } = shown.getLatLng();
      shown.setLatLng([latitude, longitude]); // a place that is refused leaves the pin where it was
      latestMark.current(lat, lng);
    });
    shown.addTo(map);
    const element = shown.getElement();
    const onKey = (event: KeyboardEvent) => {
      const by = arrows[event.key];
      if (by) {
        event.preventDefault();
        event.stopPropagation();
        hadFocus.current = true;
        const { lat, lng } = map.containerPointToLatLng(
          map.latLngToContainerPoint([latitude, longitude]).add(by),
        );
        latestMark.current(lat, lng);
      }
    };
    element?.addEventListener('keydown', onKey);
    if (hadFocus.current) {
      element?.focus();
      hadFocus.current = false;
    }
    if (!map.getBounds().contains([latitude, longitude])) {
      map.setView([latitude, longitude], buildings);
    }
    return () => {
      element?.removeEventListener('keydown', onKey);
      shown.remove();
    };
  }, [map, latitude, longitude, label]);

  const markMiddle = () => {
    const centre = map?.getCenter();
    if (centre) {
      mark(centre.lat, centre.lng);
    }
  };
  const markLocation = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        map?.setView([coords.latitude, coords.longitude], buildings);
        mark(coords.latitude, coords.longitude);
      },
      () => setTrouble('mapDenied'),
    );
  return (
    <div className={classes.wrap}>
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/useSemanticElements: Leaflet takes over this element */}
        <div
          ref={box}
          className={classes.map}
          dir="ltr"
          role="group"
          aria-label={t('mapLabel')}
          inert={plain}
        />
        {plain && (
          <div className={classes.plain}>
            <NoMap />
            <p role="status">{t('mapPlain')}</p>
          </div>
        )}
      </div>
      {!plain && <small className="dimmed">{t('mapHint')}</small>}
      <div className="button-row">
        {'geolocation' in navigator && (
          <Button variant="default" size="sm" onClick={markLocation}>
            {t('mapHere')}
          </Button>
        )}
        {!plain && (
          <Button variant="default" size="sm" onClick={markMiddle}>
            {t('mapMiddle')}
          </Button>
        )}
        {place && (
          <Button variant="subtle" size="sm" onClick={() => onChange(undefined)}>
            {t('mapRemove')}
          </Button>
        )}
      </div>
      {trouble && <Notice tone="warning">{t(`${trouble}`)}</Notice>}
      <p role="status" className="dimmed">
        {place && t('mapMarked', { ...place })}
      </p>
    </div>
  );
}
