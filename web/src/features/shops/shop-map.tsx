import {
  circleMarker,
  type LatLngBoundsExpression,
  type Map as LeafletMap,
  type Point,
  polygon,
  tooltip,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListStoresAnswer, StoreCity, StorePlace } from '@/api/gen-shops';
import { useMap } from '@/components/map/use-map';
import { Notice } from '@/components/notice';
import { outline } from './kingdom';
import classes from './shops.module.css';

const kingdom = { latitude: 24, longitude: 45 };
const streets = 14;
/** The zoom level without streets, which shows the rest of the city around a store. */
const region = 10;
/** The minimum distance of city names, so that they do not overlap. */
const room = 64;

interface Props {
  found: ListStoresAnswer;
  chosen: string;
  near: string | undefined;
  onChoose: (id: string) => void;
}

const pointOf = (near: string | undefined): [number, number] | undefined => {
  const [latitude, longitude] = (near ?? '').split(',').map(Number);
  return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude];
};

/** Writes names of cities, the largest first, as far as there is space; again at each zoom. */
function nameCities(map: LeafletMap, cities: StoreCity[]): () => void {
  const shown: ReturnType<typeof tooltip>[] = [];
  const clear = () => {
    for (const name of shown.splice(0)) {
      name.remove();
    }
  };
  const draw = () => {
    clear();
    const taken: Point[] = [];
    for (const { name, latitude, longitude } of cities) {
      if (latitude === undefined || longitude === undefined) {
        continue;
      }
      const at = map.latLngToLayerPoint([latitude, longitude]);
      if (taken.every((other) => other.distanceTo(at) > room)) {
        taken.push(at);
        const label = tooltip({
          permanent: true,
          direction: 'bottom',
          className: classes.cityName ?? '',
          pane: names,
        });
        shown.push(label.setLatLng([latitude, longitude]).setContent(textNode(name)).addTo(map));
      }
    }
  };
  makeRoomForNames(map);
  map.on('zoomend', draw);
  draw();
  return () => {
    map.off('zoomend', draw);
    clear();
  };
}

const names = 'names';

/** Puts names above the land and above all points except the chosen one. */
function makeRoomForNames(map: LeafletMap): void {
  const pane = map.getPane(names) ?? map.createPane(names);
  pane.style.zIndex = '450';
  pane.style.pointerEvents = 'none';
}

/** Writes a name as text, even if it contains HTML. */
function textNode(name: string): HTMLElement {
  const box = document.createElement('span');
  box.textContent = name;
  box.dir = 'auto';
  return box;
}

/** Without streets, the outline of the Kingdom and the names of cities show the position of a point. */
function usePlainGround(map: LeafletMap | undefined, plain: boolean, cities: StoreCity[]) {
  useEffect(() => {
    if (!map || !plain) {
      return;
    }
    const land = polygon(outline, { className: classes.land ?? '', interactive: false }).addTo(map);
    land.bringToBack();
    const unname = nameCities(map, cities);
    return () => {
      land.remove();
      unname();
    };
  }, [map, plain, cities]);
}

function usePoints(map: LeafletMap | undefined, places: StorePlace[], props: Props) {
  const { chosen, onChoose } = props;
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    if (!map) {
      return;
    }
    const points = places.map(({ id, name, latitude, longitude, open }) =>
      circleMarker([latitude, longitude], {
        radius: id === chosen ? 12 : 8,
        pane: id === chosen ? 'markerPane' : 'overlayPane',
        className: (id === chosen ? classes.pointChosen : open ? classes.point : classes.pointClosed) ?? '',
      })
        .bindTooltip(textNode(name))
        .on('click', () => choose.current(id))
        .addTo(map),
    );
    return () => {
      for (const point of points) {
        point.remove();
      }
    };
  }, [map, places, chosen]);
}

/**
 * Moves the map to the chosen store, else to all matching stores, with the visitor's location if it is known.
 */
function useView(
  map: LeafletMap | undefined,
  places: StorePlace[],
  { chosen, near, found, closest }: Props & { closest: number },
) {
  const { t } = useTranslation('shops');
  const words = t('map.you');
  useEffect(() => {
    const you = pointOf(near);
    if (!map || !you) {
      return;
    }
    const marker = circleMarker(you, { radius: 9, className: classes.you ?? '' }).bindTooltip(
      textNode(words),
    );
    marker.addTo(map);
    return () => {
      marker.remove();
    };
  }, [map, near, words]);
  useEffect(() => {
    const one = places.find(({ id }) => id === chosen);
    if (!map || places.length === 0) {
      return;
    }
    if (one) {
      map.setView([one.latitude, one.longitude], closest, { animate: false });
      return;
    }
    const you = pointOf(near);
    const inView: [number, number][] = (you ? found.items : places).map((p) => [p.latitude, p.longitude]);
    const bounds: LatLngBoundsExpression = you ? [...inView, you] : inView;
    map.fitBounds(bounds, { padding: [28, 28], maxZoom: closest, animate: false });
  }, [map, places, chosen, near, found.items, closest]);
}

const none: StorePlace[] = [];

/** All matching stores as points. The list below has the same stores for customers who cannot use the map. */
export default function ShopMap(props: Props) {
  const { t } = useTranslation(['shops', 'common']);
  const { cities, places = none } = props.found;
  const { box, map, plain } = useMap({
    centre: kingdom,
    zoom: 5,
    zoomIn: t('common:map.zoomIn'),
    zoomOut: t('common:map.zoomOut'),
  });
  usePlainGround(map, plain, cities);
  usePoints(map, places, props);
  useView(map, places, { ...props, closest: plain ? region : streets });
  return (
    <div className={classes.mapWrap}>
      {plain && <Notice>{t('map.plain')}</Notice>}
      {/* biome-ignore lint/a11y/useSemanticElements: Leaflet takes over this element */}
      <div ref={box} className={classes.map} dir="ltr" role="group" aria-label={t('map.label')} />
      <small className="dimmed">{t('map.hint')}</small>
    </div>
  );
}
