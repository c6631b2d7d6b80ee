import './app/mantine.css';
import 'virtual:theme.css';
import './app/fonts.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { client } from './api/gen/client.gen';
import { App } from './app/app';
import { apiError } from './lib/problem';

// Zod would otherwise try to compile code at run time, which the content security policy forbids.
z.config({ jitless: true });
client.interceptors.error.use(apiError);

const root = document.getElementById('root');
if (!root) {
  throw new Error('the page has no root element');
}
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
