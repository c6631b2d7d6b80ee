import { fetchOrRefuse } from '@/api/client';

/**
 * Saves the body of an answer as a file through the browser. The generated calls would read the body as text.
 */
export async function saveFile(path: string, name: string, request: RequestInit): Promise<void> {
  const response = await fetchOrRefuse(`${location.origin}/api${path}`, request);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
