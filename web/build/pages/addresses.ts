import type { RouteObject } from 'react-router';
import { templates } from '@/app/templates';

// The app also imports this chunk on demand.
const { consolePages } = await import('@/app/console/pages');

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('/');

const pathsOf = (routes: RouteObject[], above = ''): string[] =>
  routes.flatMap((route) =>
    route.children ? pathsOf(route.children, joined(above, route.path)) : [joined(above, route.path)],
  );

/** Pages without a route of the server, by the part of the address after the language. */
const builtIn = pathsOf(consolePages)
  .map((path) => path.replace(/^\/:lang\//, ''))
  .filter((path) => !path.endsWith('*'));

/**
 * Returns, by template, each address below the route's address, which is written as @. The empty template
 * holds the addresses without a route. The server answers 404 to all other addresses.
 */
export const addressesOf = (): Record<string, string[]> => ({
  ...Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, pathsOf(template('@'))])),
  '': builtIn,
});
