import { fetchOrRefuse } from '@/api/client';
import type { LineCall } from '@/lib/session/use-line-call';

/** The generated call would take the file for a text; the session's headers come with this one too. */
async function readFile(id: string, { headers }: LineCall): Promise<Blob> {
  const response = await fetchOrRefuse(`${location.origin}/api/purchases/${id}/receipt.pdf`, { headers });
  return response.blob();
}

/** Has the browser save the receipt of a purchase as a file. */
export async function downloadReceipt(id: string, number: string, call: LineCall): Promise<void> {
  const address = URL.createObjectURL(await readFile(id, call));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${number}.pdf`;
  link.click();
  URL.revokeObjectURL(address);
}
