import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { assertLooksAreThere, fontsOf, linksOf } from './links.ts';
import { pagesToWrite } from './list.ts';

const languages = ['ar', 'en'] as const;
const compiled = 'node_modules/.cache/pages';
const moduleId = 'virtual:looks.css';

type Renderer = typeof import('./render');
type Written = Awaited<ReturnType<Renderer['render']>>;

/**
 * Defines the browser features that the pages use during prerendering. Nothing in them identifies a visitor.
 */
function pretendBrowser(): void {
  Object.assign(globalThis, {
    addEventListener: () => {},
    location: { pathname: '', hash: '' },
    document: { documentElement: { lang: '', dir: '' }, getElementById: () => null },
  });
}

async function compile(define: Record<string, string>): Promise<Renderer> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    define,
    resolve: { tsconfigPaths: true },
    build: {
      ssr: 'build/pages/render.tsx',
      outDir: compiled,
      emptyOutDir: true,
      target: 'es2023',
      copyPublicDir: false,
    },
  });
  pretendBrowser();
  return import(`${pathToFileURL(join(process.cwd(), compiled, 'render.js')).href}?${Date.now()}`);
}

/** Writes pages/*.json: the pages of guests as HTML in both languages, with slots that the server fills. */
export function pagesAsHtml(define: Record<string, string>): Plugin {
  let outDir = '';
  let looks = '';
  let addresses: Record<string, string[]> = {};
  const written: Written[] = [];
  return {
    name: 'pages-as-html',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load: (id) => (id === `\0${moduleId}` ? looks : undefined),
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    buildStart: {
      order: 'pre',
      sequential: true,
      async handler() {
        if (this.environment.mode !== 'build') {
          return;
        }
        const { addressesOf, assertPartsAreThere, render, looksAsCss } = await compile(define);
        for (const language of languages) {
          for (const page of pagesToWrite) {
            written.push(await render(page, language));
          }
        }
        assertPartsAreThere();
        looks = looksAsCss();
        addresses = addressesOf();
      },
    },
    writeBundle(_options, bundle) {
      mkdirSync(join(outDir, 'pages'), { recursive: true });
      writeFileSync(join(outDir, 'pages', 'addresses.json'), JSON.stringify(addresses));
      writeFileSync(join(outDir, 'pages', 'fonts.json'), JSON.stringify(fontsOf(bundle)));
      for (const page of written.splice(0)) {
        assertLooksAreThere(page, 'assets/index-', bundle);
        const name = [page.key, page.shape, page.language].filter(Boolean).join('.');
        const file = JSON.stringify({
          ...page,
          modules: linksOf(page.key, page.language, bundle),
        });
        writeFileSync(join(outDir, 'pages', `${name}.json`), file);
      }
    },
  };
}
