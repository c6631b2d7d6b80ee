import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Member } from './member.ts';

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The smallest possible picture: one pixel. */
export const picture: Chosen = {
  name: 'no-signal.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

// In two parts, so that no scanner takes this source file for a virus.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** The test virus that each scanner detects, in a PDF. */
export const infected: Chosen = {
  name: 'invoice.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n1 0 obj\n<<>>\nstream\n${eicar}\nendstream\nendobj\ntrailer\n<<>>\n%%EOF\n`),
};

/** Adds a file to the open form. */
export const attach = ({ page }: Member, file: Chosen): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(file);

/** Downloads an attached file and checks that it is the sent one. */
export async function expectDownload(
  { page, words, button }: Member,
  { name, buffer }: Chosen,
): Promise<void> {
  const kept = page.waitForEvent('download');
  await button(words('tickets:files.download', { name })).click();
  const download = await kept;
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path())).toEqual(buffer);
}
