import './app/mantine.css';
import 'virtual:theme.css';
import './app/fonts/fonts.css';
import 'virtual:looks.css';
import './app/global.css';
import './app/first-looks';
import { begin } from './app/begin';
import './app/handle-calls';

const root = document.getElementById('root');
if (!root) {
  throw new Error('the page has no root element');
}
void begin(root);
