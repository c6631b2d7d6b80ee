import { ofGuests } from './journeys/guests.ts';
import type { Journeys } from './journeys/journey.ts';
import { ofMembers } from './journeys/members.ts';
import { ofStack } from './journeys/serial.ts';
import { ofSite } from './journeys/whole.ts';

/**
 * The visitors of each journey, the same in each run. journeys.test.ts fails for a title without a row, which
 * would never run, and for an area that `make test` does not reach.
 */
export const journeys: Journeys = { ...ofGuests, ...ofMembers, ...ofSite, ...ofStack };
