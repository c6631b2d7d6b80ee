import { useEffect, useState } from 'react';

/** The mark of a part that stands in the HTML and comes alive later than its page: build/first.js keeps what is pressed there. */
export function useAsleep(): { 'data-asleep'?: '' } {
  const [asleep, setAsleep] = useState(true);
  useEffect(() => {
    setAsleep(false);
  }, []);
  return asleep ? { 'data-asleep': '' } : {};
}
