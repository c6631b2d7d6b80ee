import type { Order } from '@/api/gen';

type Standing = Pick<Order, 'stage' | 'held'>;

const ends: Order['stage'][] = ['cancelling', 'cancelled', 'abandoned'];

/** Being undone, or ended without reaching its aim. */
export const ended = ({ stage }: Standing): boolean => ends.includes(stage);

/** The same while undoing it is held: nothing is installed, corrected or on its way any more. */
export const calledOff = ({ stage, held }: Standing): boolean => ends.includes(held?.from ?? stage);

/** Nothing of it is under way any more, whichever way it ended. */
export const over = ({ stage }: Pick<Order, 'stage'>): boolean =>
  stage === 'active' || stage === 'cancelled' || stage === 'abandoned';
