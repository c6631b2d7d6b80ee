import { Ltr } from '@/components/ltr';
import { spacedMobile } from '@/lib/text/digits';
import classes from './found-number.module.css';

/** The length of the fixed prefix, which no search covers. */
const prefix = 3;

/** Returns the place of the searched digits in the grouped number; undefined without a search. */
function placeOf(msisdn: string, searched: string, atEnd: boolean): [number, number] | undefined {
  const at = atEnd ? msisdn.lastIndexOf(searched) : msisdn.indexOf(searched, prefix);
  if (searched === '' || at < prefix) {
    return undefined;
  }
  const places = [...spacedMobile(msisdn)].flatMap((digit, place) => (digit === ' ' ? [] : [place]));
  return [places[at] ?? 0, (places[at + searched.length - 1] ?? 0) + 1];
}

interface Props {
  value: string;
  /** The digits of the search, which the number shows marked. */
  searched?: string;
  atEnd?: boolean;
  className?: string;
}

/** A number of a search in groups, with the searched digits marked. */
export function FoundNumber({ value, searched = '', atEnd = false, className = '' }: Props) {
  const text = spacedMobile(value);
  const [from, to] = placeOf(value, searched, atEnd) ?? [text.length, text.length];
  return (
    <Ltr className={`one-line ${className}`}>
      {text.slice(0, from)}
      {to > from && <mark className={classes.searched}>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </Ltr>
  );
}
