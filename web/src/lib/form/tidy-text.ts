/** One space between words, none around: what the contract takes of a name, without a lesson. */
export { readName as tidyText } from '@/lib/text/typed';
