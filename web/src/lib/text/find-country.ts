/** Words as they are compared: without marks and case, with one form of alef, of ta marbuta and of ya. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .trim();

interface Country {
  country: string;
  name: string;
  dialCode?: string;
}

/** Those whose name has the words in it, or whose code is what was typed: EG, 20, +20, 0020. */
export function findCountry<One extends Country>(countries: readonly One[], typed: string): One[] {
  const wanted = plain(typed);
  const digits = wanted.replace(/^(\+|00)/, '');
  return countries.filter(
    ({ country, name, dialCode }) =>
      plain(name).includes(wanted) ||
      country.toLowerCase() === wanted ||
      (digits !== '' && dialCode?.slice(1) === digits),
  );
}
