export { addPortalPages } from './portal-http.ts';
