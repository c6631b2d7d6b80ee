/** The system of the phone or tablet that shows the page; undefined on a computer. */
export type PhoneSystem = 'ios' | 'android';

/** Returns the system of this phone, by what its browser says. An iPad calls itself a Mac, but a Mac has no touch screen. */
export function thisPhone(): PhoneSystem | undefined {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) {
    return 'ios';
  }
  return /Android/.test(userAgent) ? 'android' : undefined;
}
