import { useEffect, useState } from 'react';

/**
 * Marks a part of the page that is in the HTML before its code is loaded. build/first.js remembers a press on
 * such a part.
 */
export function useAsleep(): { 'data-asleep'?: '' } {
  const [asleep, setAsleep] = useState(true);
  useEffect(() => {
    setAsleep(false);
  }, []);
  return asleep ? { 'data-asleep': '' } : {};
}
