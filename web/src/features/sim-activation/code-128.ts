/** The widths of bars and spaces of each symbol; the last one is the stop, without its final bar. */
export const symbols = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 ' +
  '113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 ' +
  '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 ' +
  '113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 ' +
  '241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 ' +
  '211232 233111'
)
  .split(' ')
  .map((symbol) => [...symbol].map(Number));

const runsOfSymbol = 6;
const modulesOfSymbol = 11;
const modulus = 103;
const [toC, toB, toA, startA, startC, stop] = [99, 100, 101, 103, 105, 106];

/** The smallest difference between light and dark that counts as a barcode. */
const leastContrast = 48;
/** The sum of differences from a symbol, in modules, that a blurred picture may have. */
const mostBlur = 2.5;

/** Converts the brightness of a row of pixels to the widths of its runs; the first run is light. */
function runsOf(row: ArrayLike<number>): number[] {
  const pixels = Array.from(row);
  const [low, high] = [Math.min(...pixels), Math.max(...pixels)];
  const runs = [0];
  if (high - low < leastContrast) {
    return runs;
  }
  let dark = false;
  for (const pixel of pixels) {
    if (pixel < (low + high) / 2 !== dark) {
      dark = !dark;
      runs.push(0);
    }
    runs.push((runs.pop() ?? 0) + 1);
  }
  return runs;
}

/** Returns the symbol that begins at a run, among the symbols from a value on; undefined if none is near. */
function symbolAt(runs: readonly number[], at: number, from: number): number | undefined {
  const widths = runs.slice(at, at + runsOfSymbol);
  const module = widths.reduce((sum, width) => sum + width, 0) / modulesOfSymbol;
  let best: number | undefined;
  let blur = mostBlur;
  for (const [place, symbol] of symbols.slice(from).entries()) {
    const differs = symbol.reduce((sum, count, i) => sum + Math.abs((widths[i] ?? 0) / module - count), 0);
    if (differs < blur) {
      best = from + place;
      blur = differs;
    }
  }
  return best;
}

const charOf = (value: number, set: number): string | undefined => {
  if (set === toC) {
    return String(value).padStart(2, '0');
  }
  // Set A has control characters from 64 on, which no number of a SIM has.
  return value < (set === toA ? 64 : 95) ? String.fromCharCode(32 + value) : undefined;
};

/** Converts the values between start and check digit to text. */
function textOf([start = 0, ...values]: readonly number[]): string | undefined {
  let set = start === startC ? toC : start === startA ? toA : toB;
  let text = '';
  for (const value of values) {
    if (value >= toC && value <= toA && value !== set) {
      set = value;
    } else {
      const char = value > toC && set === toC ? undefined : charOf(value, set);
      if (char === undefined) {
        return undefined;
      }
      text += char;
    }
  }
  return text;
}

const isChecked = (values: readonly number[], check: number): boolean =>
  values.reduce((sum, value, position) => sum + value * Math.max(position, 1), 0) % modulus === check;

/** Reads the code that begins at a run; undefined without a start, a stop or a right check digit. */
function codeAt(runs: readonly number[], from: number): string | undefined {
  const values: number[] = [];
  for (let at = from; at + runsOfSymbol <= runs.length; at += runsOfSymbol) {
    const value = symbolAt(runs, at, values.length === 0 ? startA : 0);
    if (value === undefined || (values.length === 0) !== (value >= startA && value <= startC)) {
      return undefined;
    }
    if (value === stop) {
      const check = values.pop() ?? -1;
      return isChecked(values, check) ? textOf(values) : undefined;
    }
    values.push(value);
  }
  return undefined;
}

/** Reads Code 128, the barcode of SIM cards, from the brightness of a row of pixels, in either direction. */
export function readCode128(row: ArrayLike<number>): string | undefined {
  for (const pixels of [Array.from(row), Array.from(row).reverse()]) {
    const runs = runsOf(pixels);
    for (let dark = 1; dark < runs.length; dark += 2) {
      const text = codeAt(runs, dark);
      if (text) {
        return text;
      }
    }
  }
  return undefined;
}
