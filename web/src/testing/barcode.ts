/** The widths of bars and spaces, in modules, of the Code 128 of 8996605000000000018. */
const widths = '2112322121411143113141112311312122222122222122222122222221221141313112221212412331112';
const quietZone = 10;
const [dark, light] = [20, 235];

/** Draws the barcode on the white card of a SIM, with modules of some pixels. */
export function drawBarcode(pixels: number, height = 60) {
  const bars = [...widths].flatMap((modules, at) =>
    new Array<number>(Number(modules)).fill(at % 2 === 0 ? dark : light),
  );
  const margin = new Array<number>(quietZone).fill(light);
  const row = [...margin, ...bars, ...margin];
  const width = Math.floor(row.length * pixels);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1) {
    data.fill(row[Math.floor((at % width) / pixels)] ?? light, at * 4, at * 4 + 3);
  }
  return { data, width, height };
}
