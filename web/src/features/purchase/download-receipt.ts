import { saveFile } from '@/lib/http/save-file';
import type { LineCall } from '@/lib/session/use-line-call';

/** Saves the receipt of a purchase as a file. */
export const downloadReceipt = (id: string, number: string, { headers }: LineCall): Promise<void> =>
  saveFile(`/purchases/${id}/receipt.pdf`, `${number}.pdf`, { headers });
