import type { RouteObject } from 'react-router';
import { templates } from '@/app/templates';

// As the app has it: a chunk of its own.
const { consolePages } = await import('@/app/console/pages');

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('/');

const pathsOf = (routes: RouteObject[], above = ''): string[] =>
  routes.flatMap((route) =>
    route.children ? pathsOf(route.children, joined(above, route.path)) : [joined(above, route.path)],
  );

/** Pages that need no route, by the part of the address after the language. */
const builtIn = pathsOf(consolePages)
  .map((path) => path.replace(/^\/:lang\//, ''))
  .filter((path) => !path.endsWith('*'));

/**
 * By template, every address below that of a route, where @ stands for the route's own; without a template, those that need no
 * route. The server answers 404 to all others.
 */
export const addressesOf = (): Record<string, string[]> => ({
  ...Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, pathsOf(template('@'))])),
  '': builtIn,
});
