import { saveFile } from '@/lib/http/save-file';

/** Saves the final statement of a line as a file. */
export const downloadStatement = (id: string, token: string, language: string): Promise<void> =>
  saveFile(`/deactivations/${id}/statement`, `${id}.pdf`, {
    method: 'POST',
    headers: { 'accept-language': language, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
