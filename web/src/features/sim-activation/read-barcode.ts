import { readBarcodes } from 'zxing-wasm/reader';

/** Returns the texts of the barcodes in a picture: those on the cards of SIMs, and QR codes. */
export async function readBarcode(picture: ImageData): Promise<string[]> {
  const codes = await readBarcodes(picture, {
    formats: ['Code128', 'EAN13', 'ITF', 'QRCode'],
    tryHarder: true,
  });
  return codes.map(({ text }) => text);
}
