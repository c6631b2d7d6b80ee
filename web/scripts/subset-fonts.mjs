// Writes the font files for most pages (the characters in src/app/fonts/common.json), and the stylesheet that
// names these files and the complete files of the package.
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const fonts = new URL('../src/app/fonts/', import.meta.url);
const whole = new URL('../node_modules/@fontsource/ibm-plex-sans-arabic/files/', import.meta.url);
const common = JSON.parse(readFileSync(new URL('common.json', fonts), 'utf8'));
/** The characters of each script in the package's files. */
const scripts = {
  latin: ['U+0-FF', 'U+2000-206F', 'U+20AC', 'U+2122', 'U+2190-2193', 'U+2212'],
  arabic: ['U+600-6FF', 'U+750-77F', 'U+FB50-FDFF', 'U+FE70-FEFF'],
};

const codesOf = (range) => {
  const [from, to = from] = range
    .slice(2)
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return Array.from({ length: to - from + 1 }, (_, more) => from + more);
};
const hex = (code) => code.toString(16).toUpperCase();

function rangesOf(codes) {
  const ranges = [];
  for (const code of codes.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.to === code - 1) {
      last.to = code;
    } else {
      ranges.push({ from: code, to: code });
    }
  }
  return ranges.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`);
}

const face = (weight, file, ranges) => `@font-face {
  font-family: "IBM Plex Sans Arabic";
  font-weight: ${weight};
  font-display: optional;
  src: url("${file}") format("woff2");
  unicode-range: ${ranges.join(', ')};
}
`;

const named = new Set(Object.values(common).flat().flatMap(codesOf));
const faces = [];
for (const [script, ranges] of Object.entries(scripts)) {
  const few = common[script].flatMap(codesOf);
  const rest = ranges.flatMap(codesOf).filter((code) => !named.has(code));
  for (const weight of [400, 600]) {
    const file = `ibm-plex-sans-arabic-${script}-${weight}-normal.woff2`;
    const subset = await subsetFont(readFileSync(new URL(file, whole)), String.fromCodePoint(...few), {
      targetFormat: 'woff2',
    });
    writeFileSync(new URL(`${script}-${weight}.woff2`, fonts), subset);
    faces.push(face(weight, `./${script}-${weight}.woff2`, rangesOf(few)));
    faces.push(face(weight, `@fontsource/ibm-plex-sans-arabic/files/${file}`, rangesOf(rest)));
  }
}
writeFileSync(
  new URL('fonts.css', fonts),
  `/* Written by scripts/subset-fonts.mjs. Self-hosted, woff2 only; the ranges let a page load just the script it shows, and of it what most
   pages need. No two faces share a character: a browser that waits for one would fetch the other. A font that comes too late for the
   first look is there for the next one: text that is read already never moves for it. */
${faces.join('')}`,
);
