// The content of the map where there is no server: all places, read once, and counted by the modules that the server uses.
import { viewContent } from './map-content.js';
import { boxOf, IRELAND } from './map-view.js';
import { addressOf, unpacked } from './static-files.js';

/** A function from a part of the map and a zoom to what is drawn; it fails where the places cannot be read. */
export async function contentIn(host) {
  const { places: address, home, language, words } = host.dataset;
  const { places, counties, named: others } = await fetch(address).then(unpacked);
  const source = {
    places: places.map(([path, en, ga, latitude, longitude, works]) => ({
      path,
      name: language === 'ga' && ga !== 0 ? ga : en,
      latitude,
      longitude,
      works,
    })),
    nameOf: ({ name }) => name,
    addressOf: ({ path }) => addressOf(path, home),
    // A cluster is opened by the map itself.
    addressOfBox: () => '#map',
    format: (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ','),
    words: JSON.parse(words),
  };
  const named = ([en, ga, latitude, longitude, within]) => ({
    text: language === 'ga' && ga !== 0 ? ga : en,
    latitude,
    longitude,
    within,
  });
  const names = { counties: counties.map(named), places: others.map(named) };
  return (box, zoom) => viewContent(source, names, boxOf(box) ?? IRELAND, zoom);
}
