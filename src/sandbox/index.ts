export { playMoneyOf } from './keep-demo-alive.ts';
