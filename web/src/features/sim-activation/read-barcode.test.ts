import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { drawBarcode } from '@/testing/barcode';
import { readBarcode } from './read-barcode';

const program = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });

const read = (picture: ReturnType<typeof drawBarcode>) => readBarcode(picture as ImageData);

it.each([2, 2.3, 5])('ReadBarcode_ModuleOf%sPixels_IsRead', async (pixels) => {
  expect(await read(drawBarcode(pixels))).toEqual(['8996605000000000018']);
});

it('ReadBarcode_UpsideDown_IsRead', async () => {
  const { data, width, height } = drawBarcode(3);
  const turned = new Uint8ClampedArray(new Int32Array(data.buffer).reverse().buffer);
  expect(await read({ data: turned, width, height })).toEqual(['8996605000000000018']);
});

it('ReadBarcode_NoBarcode_IsNotRead', async () => {
  const [width, height] = [200, 60];
  expect(await read({ data: new Uint8ClampedArray(width * height * 4).fill(255), width, height })).toEqual(
    [],
  );
});
