import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * Returns the script bytes of a bare React and Mantine form page from the same build tools; the budgets are
 * multiples of it.
 */
async function weighBarePage() {
  const { output } = await build({
    configFile: false,
    root: fileURLToPath(new URL('bare-page/', import.meta.url)),
    logLevel: 'silent',
    build: { write: false },
  });
  return output
    .filter(({ type }) => type === 'chunk')
    .reduce((total, { code }) => total + gzipSync(code).length, 0);
}

const barePage = await weighBarePage();
/** Each budget keeps a twentieth free. */
const kept = 0.95;
const share = (times) => kept * times * barePage;
/** i18next, its React binding and its loader, 17 KiB of each first page, as a share of the bare page. */
const i18next = 0.2;
/** MantineProvider writes variables if it is told to: 2 KiB of each first page that stay unused. */
const provider = 0.03;
const kib = (budget) => kept * budget * 1024;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const sizes = new Map();
function gzipped(file) {
  if (!sizes.has(file)) {
    sizes.set(file, gzipSync(readFileSync(new URL(file, dist))).length);
  }
  return sizes.get(file);
}

/** Returns a chunk and all chunks that it imports statically. */
function closure(keys, seen = new Set()) {
  for (const key of keys) {
    if (!seen.has(key)) {
      seen.add(key);
      closure(manifest[key].imports ?? [], seen);
    }
  }
  return seen;
}

const sum = (files) => [...new Set(files)].reduce((total, file) => total + gzipped(file), 0);
const scripts = (keys) =>
  sum([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
const styles = (keys) => sum([...keys].flatMap((key) => manifest[key].css ?? []));

const texts = (...names) => names.map((name) => `src/i18n/locales/ar/${name}.json`);
/** Returns the modules of a prerendered page besides the frame's. */
const pageOf = (name) => {
  const { modules } = JSON.parse(readFileSync(new URL(`pages/${name}.ar.json`, dist), 'utf8'));
  return modules.map((path) => Object.keys(manifest).find((key) => `/${manifest[key].file}` === path));
};
const home = closure(['index.html', ...pageOf('home')]);
const shop = closure(['index.html', ...pageOf('order-sim')]);
const login = closure(['index.html', ...pageOf('login')]);
const wizard = closure(
  ['src/features/order/shell/order-wizard.tsx', ...texts('order', 'details', 'identity')],
  new Set(shop),
);
const laterSteps = Object.keys(manifest).filter(
  (key) => /order\/(steps|details)\/[a-z-]+\.tsx$/.test(key) && manifest[key].isDynamicEntry,
);
/** The library of forms and its fields: the first step with a form loads them, and the later steps have them. */
const forms = Object.keys(manifest).filter((key) => key.startsWith('_forms-'));
const withForms = closure(forms, new Set(wizard));
/** The details of an order open without its steps. */
const rowOf = (key) => {
  const [known, budget] = key.includes('/details/') ? [wizard, 25.5] : [withForms, 14];
  const loaded = [...closure([key])].filter((chunk) => !known.has(chunk));
  return [key.replace('src/features/order/', ''), scripts(loaded), kib(budget)];
};

const rows = [
  ['first page (home)', scripts(home), share(1.6 + i18next + provider)],
  ['login', scripts(login), share(1.65 + i18next + provider)],
  ['wizard, step 1', scripts(shop), share(2.2 + i18next)],
  [
    'wizard around its steps, beyond step 1',
    scripts([...wizard].filter((key) => !shop.has(key))),
    kib(26.25),
  ],
  [
    'forms of the steps, once',
    forms.length > 0 ? scripts([...withForms].filter((key) => !wizard.has(key))) : Number.POSITIVE_INFINITY,
    kib(20),
  ],
  ...laterSteps.map(rowOf),
  ['styles of step 1', styles(shop), kib(20)],
];

const ofDevelopment = Object.keys(manifest).filter((key) => key.includes('gallery'));
if (ofDevelopment.length > 0) {
  throw new Error(`only development has a gallery: ${ofDevelopment}`);
}

const isOfI18next = (key) =>
  readFileSync(new URL(manifest[key].file, dist), 'utf8').includes('backendConnector');
if (![...home].some(isOfI18next)) {
  throw new Error('no chunk of the first page holds i18next, which looks up all texts');
}

console.info(`bare page: ${(barePage / 1024).toFixed(1)} KiB`);
let over = false;
for (const [name, size, budget] of rows) {
  over ||= size > budget;
  console.info(
    `${size > budget ? 'OVER' : 'ok  '} ${(size / 1024).toFixed(1).padStart(6)} of ${(budget / 1024).toFixed(0).padStart(4)} KiB  ${name}`,
  );
}
process.exitCode = over ? 1 : 0;
