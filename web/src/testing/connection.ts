import { act } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * Takes the connection away or restores it. A part of the page that loads after the event reads
 * navigator.onLine.
 */
export function setConnection(now: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(now === 'online');
  act(() => void dispatchEvent(new Event(now)));
}
