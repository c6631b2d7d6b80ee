import { expect, it } from 'vitest';
import { rowOf } from '@/testing/code-128';
import { readCode128 } from './code-128';

const iccid = '8996605000000000018';

it('Code128_PublishedExample_IsRead', () => {
  const modules =
    '0000000000' +
    '11010000100' + // start A
    '11101110110' + // P
    '10110111000' + // J
    '10110111000' + // J
    '10011100110' + // 1
    '11001110010' + // 2
    '11001011100' + // 3
    '10001000110' + // C
    '11101011000' + // check digit 54
    '1100011101011' + // stop
    '0000000000';
  expect(readCode128([...modules].map((module) => (module === '1' ? 20 : 235)))).toBe('PJJ123C');
});

it('Code128_Number_IsRead', () => {
  expect(readCode128(rowOf(iccid))).toBe(iccid);
});

it.each([2, 2.3, 9])('Code128_ModuleOf%sPixels_IsRead', (pixels) => {
  expect(readCode128(rowOf(iccid, { pixels }))).toBe(iccid);
});

it('Code128_UpsideDown_IsRead', () => {
  expect(readCode128(rowOf(iccid).reverse())).toBe(iccid);
});

it('Code128_WrongCheckDigit_IsNotRead', () => {
  expect(readCode128(rowOf(iccid, { check: 1 }))).toBeUndefined();
});

it('Code128_NoBarcode_IsNotRead', () => {
  expect(readCode128(new Array(200).fill(255))).toBeUndefined();
  expect(readCode128(Array.from({ length: 200 }, (_, at) => (at % 7 < 3 ? 10 : 240)))).toBeUndefined();
  expect(readCode128([])).toBeUndefined();
});
