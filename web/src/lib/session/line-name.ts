import type { Subscriber } from '@/api/gen-session';
import { spacedMobile } from '@/lib/text/digits';

/** Returns the nickname of a line, else its number, which stays left to right inside Arabic. */
export const nameOfLine = ({ nickname, mobile_number: number }: Subscriber): string =>
  nickname || isolatedNumber(number);

/** Formats a number for the middle of a sentence: left to right and on one line. */
export const isolatedNumber = (number: string): string =>
  `\u2066${spacedMobile(number).replaceAll(' ', '\u00a0')}\u2069`;
