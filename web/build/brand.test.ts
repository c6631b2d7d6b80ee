import { expect, it } from 'vitest';
import brand from '../src/brand/brand.json';
import { type Brand, makeTheme } from '../src/theme';
import { faultsOfBrand, filledShade, scenesAddress, scenesAsFile } from './brand';

const withLight = (colours: Partial<Brand['light']>): Brand => ({
  ...brand,
  light: { ...brand.light, ...colours },
});
const withMark = (mark: string): Brand => ({ ...brand, mark });

it('the brand can be used', () => {
  expect(faultsOfBrand(brand)).toEqual([]);
  expect(makeTheme(brand).primaryShade).toEqual(filledShade);
});

it('a colour without contrast is refused with its surface and its contrast', () => {
  expect(faultsOfBrand(withLight({ quietText: '#c9c4d8' }))).toContain(
    'light: quietText #c9c4d8 on surface #ffffff has a contrast of 1.70, less than 4.5',
  );
  expect(faultsOfBrand(withLight({ lineStrong: '#eeeeee' }))).toHaveLength(2);
});

it('a filled button without contrast is refused', () => {
  const accent = brand.accent.with(filledShade.light, '#ffd400');
  expect(faultsOfBrand({ ...brand, accent })).toEqual([
    'light: onAccent #ffffff on accent 7 #ffd400 has a contrast of 1.43, less than 4.5',
  ]);
});

it.each([
  [
    "<svg viewBox='0 0 1 1'><script>alert(1)</script></svg>",
    'mark has an element script: a drawing has shapes only',
  ],
  ["<svg viewBox='0 0 1 1' onload='alert(1)'></svg>", 'mark has an attribute that runs or loads'],
  [
    "<svg viewBox='0 0 1 1'><image href='https://a.example/x.png'/></svg>",
    'mark has an element image: a drawing has shapes only',
  ],
  ['<p>no drawing</p>', 'mark does not begin with <svg and a viewBox'],
])('a mark that is no drawing is refused: %s', (mark, fault) => {
  expect(faultsOfBrand(withMark(mark))).toContain(fault);
});

it('the scenes are symbols of one file, whose address changes with them', () => {
  const file = scenesAsFile(brand.scenes);
  for (const name of Object.keys(brand.scenes)) {
    expect(file).toContain(`<symbol id='${name}' viewBox=`);
  }
  const other = { ...brand.scenes, empty: brand.scenes.error };
  expect(scenesAddress(other)).not.toBe(scenesAddress(brand.scenes));
});
