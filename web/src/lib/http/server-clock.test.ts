import { expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock';

it('follows the server, not the clock of the device', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  noteServerTime('2030-01-01T00:00:00Z');
  vi.spyOn(performance, 'now').mockReturnValue(61_000);
  expect(new Date(serverNow()).toISOString()).toBe('2030-01-01T00:01:00.000Z');
});

it('does not step back when an older answer comes late', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  noteServerTime('2030-01-01T00:00:10Z');
  noteServerTime('2030-01-01T00:00:00Z');
  expect(new Date(serverNow()).toISOString()).toBe('2030-01-01T00:00:10.000Z');
});
