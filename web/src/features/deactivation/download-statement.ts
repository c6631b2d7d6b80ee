import { fetchOrRefuse } from '@/api/client';

/** Has the browser save the final statement of a line; the generated call would take the file for a text. */
export async function downloadStatement(id: string, token: string, language: string): Promise<void> {
  const response = await fetchOrRefuse(`${location.origin}/api/deactivations/${id}/statement`, {
    method: 'POST',
    headers: { 'accept-language': language, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${id}.pdf`;
  link.click();
  URL.revokeObjectURL(address);
}
