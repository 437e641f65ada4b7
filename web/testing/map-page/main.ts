import '../../shared/theme.css';
import './page.css';
import { showMap } from '../../shared/map/show-map.ts';
import type { MapView } from '../../shared/map/view.ts';

/** A page with nothing but a map, which a test leads by messages. */
const element = document.getElementById('map') as HTMLElement;
let map: ReturnType<typeof showMap> | undefined;
window.addEventListener('message', ({ data }: MessageEvent<MapView | 'remove'>) => {
  if (data === 'remove') map?.remove();
  else if (map === undefined) map = showMap(element, data);
  else map.update(data);
});
