// Rules for card data as typed.

/** First digits of mada cards. Some lie inside the ranges of Visa and Mastercard, so mada is looked at first. */
const madaPrefixes = [
  '9682', '588845', '588848', '588850', '440533', '440647', '440795', '445564', '446393', '446404', '446672', '455036',
  '455708', '457865', '457997', '458456', '462220', '468540', '468541', '468542', '468543', '483010', '483011', '483012',
  '484783', '486094', '486095', '486096', '489317', '489318', '489319', '493428', '504300', '506968', '508160', '513213',
  '521076', '524130', '524514', '529415', '529741', '530060', '530906', '531095', '532013', '535825', '535989', '536023',
  '537767', '539931', '543085', '543357', '549760', '554180', '557606', '558848', '585265', '589005', '604906', '605141',
  '636120', '968201', '968202', '968203', '968204', '968205', '968206', '968207', '968208', '968209', '968210', '968211',
];

/** Digits of a text; Arabic-Indic and Persian ones become Western. */
export function digitsOf(text) {
  return text
    .replace(/[٠-٩]/g, (d) => String(d.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (d) => String(d.charCodeAt(0) - 0x06f0))
    .replace(/\D/g, '');
}

export function brandOf(number) {
  if (madaPrefixes.some((prefix) => number.startsWith(prefix))) return 'MADA';
  if (number.startsWith('4')) return 'VISA';
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return 'MASTER';
  return null;
}

export function groupCard(text) {
  return (digitsOf(text).slice(0, 19).match(/.{1,4}/g) ?? []).join(' ');
}

/** "1227", "12/27", "12/2027" and "3" all become MM/YY as far as typed. */
export function groupExpiry(text) {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (digits.length === 6) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length >= 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

function luhn(number) {
  let sum = 0;
  [...number].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

function expiryProblem(text, now) {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(groupExpiry(text));
  if (!match) return 'expiry_invalid';
  const firstDayAfter = new Date(2000 + Number(match[2]), Number(match[1]), 1);
  return firstDayAfter > now ? undefined : 'expiry_past';
}

/** Keys of what is wrong, by field; empty when all is well. */
export function check({ number, expiry, cvc, name }, now = new Date()) {
  const digits = digitsOf(number);
  const problems = {
    number: digits.length < 13 || !luhn(digits) ? 'number_invalid' : undefined,
    expiry: expiryProblem(expiry, now),
    cvc: /^\d{3}$/.test(digitsOf(cvc)) ? undefined : 'cvc_invalid',
    name: name.length < 2 || /\d/.test(name) ? 'name_invalid' : undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}
