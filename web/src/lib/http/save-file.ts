import { fetchOrRefuse } from '@/api/client';

/** Has the browser save what a call answers with as a file; the generated calls would take it for a text. */
export async function saveFile(path: string, name: string, request: RequestInit): Promise<void> {
  const response = await fetchOrRefuse(`${location.origin}/api${path}`, request);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
