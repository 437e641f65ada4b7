export { createDriverApi } from './driver-api.ts';
export { addDriverRoutes } from './driver-app-http.ts';
