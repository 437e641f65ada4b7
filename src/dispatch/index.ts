export { addDispatchRoutes } from './dispatch-http.ts';
