import { expect, it } from 'vitest';
import { drawBarcode } from '@/testing/barcode';
import { readBarcode } from './picture-detector';

const read = (picture: ReturnType<typeof drawBarcode>) => readBarcode(picture as ImageData);

it.each([2, 2.3, 5])('ReadBarcode_ModuleOf%sPixels_IsRead', (pixels) => {
  expect(read(drawBarcode(pixels))).toBe('8996605000000000018');
});

it('ReadBarcode_UpsideDown_IsRead', () => {
  const { data, width, height } = drawBarcode(3);
  const turned = new Uint8ClampedArray(new Int32Array(data.buffer).reverse().buffer);
  expect(read({ data: turned, width, height })).toBe('8996605000000000018');
});

it('ReadBarcode_NoBarcode_IsNotRead', () => {
  const [width, height] = [200, 60];
  expect(read({ data: new Uint8ClampedArray(width * height * 4).fill(255), width, height })).toBeUndefined();
});
