/** Returns a contact with one number (vCard 3.0, which phones of every age read). */
export const vcardOf = (name: string, number: string): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    `TEL;TYPE=CELL:${international(number)}`,
    'END:VCARD',
    '',
  ].join('\r\n');

const escaped = (text: string) => text.replaceAll(/[\\,;]/g, '\\$&');

const international = (number: string) => number.replace(/^0/, '+966');

/** Gives the browser a file that the page has made. Phones open it in their contacts. */
export function saveContact(name: string, number: string): void {
  const file = URL.createObjectURL(new Blob([vcardOf(name, number)], { type: 'text/vcard;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = file;
  link.download = `${number}.vcf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000); // after the phone has read it
}
