import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { outliveTranslation } from '../shared/translated-texts.ts';
import { App } from './app.tsx';
import { start } from './start.ts';
import './driver.css';
import { startWords } from './words/words.ts';

outliveTranslation();
void start();
await startWords();
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
