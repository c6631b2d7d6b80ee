/** Leaves one space between words and none around them, as the contract demands of a name. */
export { readName as tidyText } from '@/lib/text/typed';
