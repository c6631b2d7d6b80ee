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

/**
 * Fonts of the visitor's device that stand in until the typeface has come. Each has, by script and weight, the width of all
 * texts of the site in IBM Plex Sans Arabic over their width in that font, as Chromium measures them. Roboto and Noto are
 * Android's, Arial is Windows' and Apple's (Liberation Sans has its widths), DejaVu is Linux'.
 */
const standIns = {
  roboto: { names: ['Roboto'], latin: { 400: 1.0076, 600: 1.039 } },
  arial: { names: ['Arial', 'Liberation Sans'], latin: { 400: 0.9968, 600: 0.9602 } },
  naskh: { names: ['Noto Naskh Arabic UI', 'Noto Naskh Arabic'], arabic: { 400: 1.0484, 600: 1.0692 } },
  noto: { names: ['Noto Sans Arabic UI', 'Noto Sans Arabic'], arabic: { 400: 0.9363, 600: 0.9257 } },
  dejavu: {
    names: ['DejaVu Sans'],
    latin: { 400: 0.8862, 600: 0.8124 },
    arabic: { 400: 0.874, 600: 0.7833 },
  },
};
/** Ascent and descent of IBM Plex Sans Arabic, in parts of its size; its line gap is 0. */
const plex = { ascent: 1.085, descent: 0.415 };

const percent = (part) => `${(100 * part).toFixed(2)}%`;

const standInFace = (key, names, script, weight, ratio) => `@font-face {
  font-family: "Plex by ${key}";
  font-weight: ${weight};
  src: ${names.map((name) => `local("${name}${weight === 600 ? ' Bold' : ''}")`).join(', ')};
  size-adjust: ${percent(ratio)};
  ascent-override: ${percent(plex.ascent / ratio)};
  descent-override: ${percent(plex.descent / ratio)};
  line-gap-override: 0%;
  unicode-range: ${scripts[script].join(', ')};
}
`;

const face = (weight, file, ranges) => `@font-face {
  font-family: "IBM Plex Sans Arabic";
  font-weight: ${weight};
  font-display: swap;
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
for (const [key, { names, ...ratios }] of Object.entries(standIns)) {
  for (const [script, weights] of Object.entries(ratios)) {
    for (const [weight, ratio] of Object.entries(weights)) {
      faces.push(standInFace(key, names, script, Number(weight), ratio));
    }
  }
}
writeFileSync(
  new URL('fonts.css', fonts),
  `/* Written by scripts/subset-fonts.mjs. Self-hosted, woff2 only; the ranges let a page load just the script it shows, and of it what most
   pages need. No two faces share a character: a browser that waits for one would fetch the other. Until a
   font has come, one of the device stands in that is as wide and as high, so that the text hardly moves. */
${faces.join('')}`,
);
