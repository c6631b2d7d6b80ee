import 'leaflet/dist/leaflet.css';
import './map.css';
import { control, map as createMap, type Map as LeafletMap, tileLayer } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { settingsNow } from '@/lib/site/site';

export interface Place {
  latitude: number;
  longitude: number;
}

/** Leaflet would read the credit as HTML. */
const asText = (credit: string) => {
  const box = document.createElement('span');
  box.textContent = credit;
  return box.innerHTML;
};

/** The longest wait for the first tile, in milliseconds. */
const patience = 8_000;

interface Options {
  centre: Place;
  zoom: number;
  zoomIn: string;
  zoomOut: string;
}

/**
 * A map in a box of the page. If no tile loads in time or the site has none, the map is `plain`, and all other
 * parts work.
 */
export function useMap({ centre, zoom, zoomIn, zoomOut }: Options) {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap>();
  const [plain, setPlain] = useState(false);
  const [first] = useState({ centre, zoom, zoomIn, zoomOut });
  useEffect(() => {
    if (!box.current) {
      return;
    }
    const created = createMap(box.current, { zoomControl: false, attributionControl: true });
    control.zoom({ zoomInTitle: first.zoomIn, zoomOutTitle: first.zoomOut }).addTo(created);
    created.attributionControl.setPrefix(false);
    created.setView([first.centre.latitude, first.centre.longitude], first.zoom);
    const { url, credit } = settingsNow()?.mapTiles ?? { url: '', credit: '' };
    let silence: number | undefined;
    setPlain(url === '');
    if (url !== '') {
      let isLoaded = false;
      const giveUp = () => setPlain(!isLoaded);
      silence = window.setTimeout(giveUp, patience);
      tileLayer(url, { maxZoom: 19, attribution: asText(credit) })
        .on('tileerror', giveUp)
        .on('tileload', () => {
          isLoaded = true;
          setPlain(false);
        })
        .addTo(created);
    }
    setMap(created);
    return () => {
      window.clearTimeout(silence);
      created.remove();
    };
  }, [first]);
  return { box, map, plain };
}
