import { useState } from 'react';

interface Location {
  place?: string;
  trouble?: 'denied' | 'unavailable';
  finding?: boolean;
}

/** About a hundred metres: enough for the nearest store, and more precision never leaves the device. */
const digits = 3;

/** The longest wait for the location after the customer has agreed. */
const patience = 15_000;

/**
 * The visitor's location: requested only on demand, kept while the page is open, and never part of its
 * address.
 */
export function useLocation() {
  const [location, setLocation] = useState<Location>({});
  const find = () => {
    setLocation({ finding: true });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        setLocation({ place: `${coords.latitude.toFixed(digits)},${coords.longitude.toFixed(digits)}` }),
      ({ code, PERMISSION_DENIED }) =>
        setLocation({ trouble: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { timeout: patience, maximumAge: 60_000 },
    );
  };
  return {
    ...location,
    ...('geolocation' in navigator && { find }),
    forget: () => setLocation({}),
  };
}
