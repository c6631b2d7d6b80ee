import { symbols } from '@/features/sim-activation/code-128';

interface Print {
  /** The width of a module. */
  pixels?: number;
  /** What is added to the check digit. */
  check?: number;
}

const [dark, light] = [20, 235];
const stretch = (length: number, brightness: number) => new Array<number>(length).fill(brightness);

/** Returns the brightness of a row of pixels through the Code 128 of an odd number of digits. */
export function rowOf(digits: string, { pixels = 3, check = 0 }: Print = {}): number[] {
  const pairs = (digits.slice(0, -1).match(/../g) ?? []).map(Number);
  const last = Number(digits.at(-1)) + 16;
  const values = [105, ...pairs, 100, last];
  const sum = values.reduce((total, value, position) => total + value * Math.max(position, 1), 0);
  const widths = [...values, (sum + check) % 103, 106].flatMap((value) => symbols[value] ?? []).concat(2);
  const modules = [0, ...widths, 0].flatMap((width, at) => stretch(width, at % 2 === 1 ? dark : light));
  const row = [...stretch(10, light), ...modules, ...stretch(10, light)];
  return Array.from(
    { length: Math.floor(row.length * pixels) },
    (_, x) => row[Math.floor(x / pixels)] ?? light,
  );
}
