import { HttpResponse, http } from 'msw';
import { api, server } from './server';

/** Serves a phone that supports eSIM, for each search. */
export const servePhones = () =>
  server.use(
    http.get(api('/lookup/devices'), () =>
      HttpResponse.json({ items: [{ model: 'apple-iphone-16', brand: 'Apple', name: 'iPhone 16' }] }),
    ),
  );
