import { useState } from 'react';
import type { Place } from '@/components/map/use-map';
import { useWizard } from '../shell/wizard-context';

/** Reads the place of a form that was stored, or of a saved address. */
function placeOf(given: unknown): Place | undefined {
  const { latitude, longitude } = (given ?? {}) as Partial<Place>;
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** The customer's place: the pin of the address, or the location of the device once the customer asks for it. */
export function usePlace() {
  const { drafts, order } = useWizard();
  const [found, setFound] = useState<Place>();
  const [isDenied, setDenied] = useState(false);
  const find = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setDenied(false);
        setFound({ latitude, longitude });
      },
      () => setDenied(true),
    );
  return {
    place: found ?? placeOf(drafts.get('delivery')) ?? placeOf(order.delivery?.address),
    ...('geolocation' in navigator && { find }),
    isDenied,
  };
}
