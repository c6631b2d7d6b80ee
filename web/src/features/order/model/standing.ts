import type { Order } from '@/api/gen';

type Standing = Pick<Order, 'stage' | 'held'>;

const ends: Order['stage'][] = ['cancelling', 'cancelled', 'abandoned'];

/** Tells whether an order is in reversal or has ended without success. */
export const ended = ({ stage }: Standing): boolean => ends.includes(stage);

/**
 * Tells the same for an order whose reversal is held: nothing can be installed, corrected or delivered any
 * more.
 */
export const calledOff = ({ stage, held }: Standing): boolean => ends.includes(held?.from ?? stage);

/** Tells whether all work on an order is over, with or without success. */
export const over = ({ stage }: Pick<Order, 'stage'>): boolean =>
  stage === 'active' || stage === 'cancelled' || stage === 'abandoned';
