import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { outliveTranslation } from '../shared/translated-texts.ts';
import { leadToFirstFault } from '../shared/ui/first-fault.ts';
import { App } from './app.tsx';
import { start } from './start.ts';
import './driver.css';
import { startWords } from './words/words.ts';

outliveTranslation();
leadToFirstFault();
void start();
await startWords();
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
