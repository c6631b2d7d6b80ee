import './app/mantine.css';
import 'virtual:theme.css';
import './app/fonts.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import './app/handle-calls';

const root = document.getElementById('root');
if (!root) {
  throw new Error('the page has no root element');
}
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
