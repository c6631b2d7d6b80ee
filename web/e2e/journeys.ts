import { ofGuests } from './journeys/guests.ts';
import type { Journeys } from './journeys/journey.ts';
import { ofMembers } from './journeys/members.ts';
import { ofStack } from './journeys/serial.ts';
import { ofSite } from './journeys/whole.ts';

/**
 * The visitors of each journey, the same in every run. A title without a row never runs, and journeys.test.ts fails for
 * it, as it does for an area that `make test` does not reach.
 */
export const journeys: Journeys = { ...ofGuests, ...ofMembers, ...ofSite, ...ofStack };
