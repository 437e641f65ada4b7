import './tracking.css';
import { keepLive } from './live.ts';

const page = document.getElementById('tracking');
if (page !== null) keepLive(page);

// Without a script the form has a button; with one, choosing is enough.
const languages = document.querySelector<HTMLSelectElement>('#lang');
languages?.addEventListener('change', () => languages.form?.submit());
