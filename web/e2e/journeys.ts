import { ofGuests } from './journeys/guests.ts';
import type { Journeys } from './journeys/journey.ts';
import { ofMembers } from './journeys/members.ts';
import { ofStack } from './journeys/serial.ts';
import { ofSite } from './journeys/whole.ts';

/**
 * Who goes on which journey, the same in every run. A title without a row runs for nobody, and journeys.test.ts fails
 * for it, as it does for an area that one of the languages or one of the widths does not reach in `make test`.
 */
export const journeys: Journeys = { ...ofGuests, ...ofMembers, ...ofSite, ...ofStack };
