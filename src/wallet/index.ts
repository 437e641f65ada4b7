export { topUp } from './top-up.ts';
