import { createHash } from 'node:crypto';
import { luminance } from '@mantine/core';
import type { Plugin } from 'vite';
import type { Brand } from '../src/theme.ts';

type Scheme = Brand['light'];
type Colour = keyof Scheme;

/** Colours of text and the surfaces under them: a contrast of 4.5 to one (WCAG 1.4.3). */
const texts: [Colour, Colour[]][] = [
  ['text', ['page', 'surface', 'surfaceSunken', 'surfaceAccent']],
  ['quietText', ['page', 'surface', 'surfaceSunken', 'surfaceAccent']],
  ['accentText', ['page', 'surface', 'surfaceAccent']],
  ['placeholder', ['surface']],
  ['positive', ['surface', 'positiveSurface']],
  ['warning', ['surface', 'warningSurface']],
  ['negative', ['surface', 'negativeSurface']],
  ['onAccent', ['danger', 'dangerHover']],
];
/** Borders that make a control visible: three to one (WCAG 1.4.11). */
const borders: [Colour, Colour[]][] = [['lineStrong', ['surface', 'page']]];
/** The shade of the accent that filled buttons have, by scheme. */
export const filledShade = { light: 7, dark: 5 } as const;

const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
};

/** Elements of a drawing. Others, such as scripts and foreign objects, are refused. */
const drawn = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);

function faultsOfDrawing(name: string, svg: string): string[] {
  const elements = [...svg.matchAll(/<([a-zA-Z][\w:-]*)/g)].map(([, element]) => element ?? '');
  const refused = elements.filter((element) => !drawn.has(element));
  return [
    ...(/^<svg [^>]*viewBox='[\d. -]+'/.test(svg) ? [] : [`${name} does not begin with <svg and a viewBox`]),
    ...refused.map((element) => `${name} has an element ${element}: a drawing has shapes only`),
    ...(/\s(on\w+|href|xlink:href|style)\s*=/i.test(svg)
      ? [`${name} has an attribute that runs or loads`]
      : []),
  ];
}

/** Returns each reason why a brand cannot be used: colours that cannot be read, drawings that are no drawings. */
export function faultsOfBrand(brand: Brand): string[] {
  const faults: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    const colours = brand[scheme];
    const measure = (name: string, colour: string, under: string, on: string, least: number) => {
      const found = contrast(colour, on);
      if (found < least) {
        faults.push(
          `${scheme}: ${name} ${colour} on ${under} ${on} has a contrast of ${found.toFixed(2)}, less than ${least}`,
        );
      }
    };
    for (const [pairs, least] of [
      [texts, 4.5],
      [borders, 3],
    ] as const) {
      for (const [name, surfaces] of pairs) {
        for (const under of surfaces) {
          measure(name, colours[name], under, colours[under], least);
        }
      }
    }
    const filled = brand.accent[filledShade[scheme]] ?? '';
    measure('onAccent', colours.onAccent, `accent ${filledShade[scheme]}`, filled, 4.5);
  }
  for (const [name, svg] of Object.entries({ mark: brand.mark, ...brand.scenes })) {
    faults.push(...faultsOfDrawing(name, svg));
  }
  return faults;
}

/** Returns all scenes as one file of symbols. A page shows one of them by its name and gives it the colours of its scheme. */
export function scenesAsFile(scenes: Brand['scenes']): string {
  const symbols = Object.entries(scenes).map(([name, svg]) =>
    svg.replace(/^<svg /, `<symbol id='${name}' `).replace(/<\/svg>$/, '</symbol>'),
  );
  return `<svg xmlns='http://www.w3.org/2000/svg'>${symbols.join('')}</svg>`;
}

/** Returns the address of the scenes. It changes with them, so that browsers can keep the file for ever. */
export const scenesAddress = (scenes: Brand['scenes']): string =>
  `/assets/scenes-${createHash('sha256').update(scenesAsFile(scenes)).digest('hex').slice(0, 7)}.svg`;

/** Serves the icon and the scenes of the brand, and puts its colours and its icon into the page. */
export function brandFiles(brand: Brand, mark: string): Plugin {
  const files = new Map([
    ['/favicon.svg', brand.mark],
    [scenesAddress(brand.scenes), scenesAsFile(brand.scenes)],
  ]);
  return {
    name: 'brand-files',
    buildStart() {
      const faults = faultsOfBrand(brand);
      if (faults.length > 0) {
        throw new Error(`src/brand/brand.json cannot be used:\n${faults.join('\n')}`);
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files.get(request.url ?? '');
        if (file === undefined) {
          next();
          return;
        }
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(file);
      });
    },
    generateBundle() {
      for (const [address, source] of files) {
        this.emitFile({ type: 'asset', fileName: address.slice(1), source });
      }
    },
    transformIndexHtml: {
      order: 'post',
      // The icon in the page saves a request.
      handler: (html, { server }) => {
        const coloured = html
          .replace('%light-page%', brand.light.page)
          .replace('%dark-page%', brand.dark.page);
        return server ? coloured : coloured.replace('/favicon.svg', mark);
      },
    },
  };
}
