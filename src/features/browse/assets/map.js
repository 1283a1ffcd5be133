// Turns the picture of the map into a map that can be moved. Without this file the picture and its links work as they are.
const host = document.getElementById('map');
/** The folder of this file and of the outline. */
const assets = document.currentScript.src;
/** Milliseconds without a move after which facets and list are renewed. */
const RENEWED_AFTER = 400;
if (host !== null && typeof L === 'object') void startMap(host);

async function startMap(host) {
  const { box, country, label, closer, farther, tiles, places, counties } = host.dataset;
  // Without a server the browser has all places, and counts them itself. Where it cannot read them, the picture stays.
  const contentHere =
    places === undefined
      ? undefined
      : await import('./static-map.js').then(
          (map) => map.contentIn(host),
          () => undefined,
        );
  if (places !== undefined && contentHere === undefined) return;
  const boundsOf = (text) => {
    const [west, south, east, north] = text.split(',').map(Number);
    return L.latLngBounds([south, west], [north, east]);
  };
  const isTouched = matchMedia('(pointer: coarse)').matches;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const pane = document.createElement('div');
  pane.className = 'movable';
  pane.setAttribute('role', 'application');
  pane.setAttribute('aria-label', label);
  host.replaceChildren(pane);
  for (const one of document.querySelectorAll('.zoom .by-picture')) one.hidden = true;

  const map = L.map(pane, {
    attributionControl: false,
    zoomControl: false,
    // One finger scrolls the page past the map; two move the map, and so does a tap.
    dragging: !isTouched,
    // Tiles of a zoom between two others would be blurred.
    zoomSnap: tiles === undefined ? 0.25 : 1,
    minZoom: 5,
    maxZoom: 14,
    maxBounds: boundsOf(country).pad(0.25),
    maxBoundsViscosity: 1,
    fadeAnimation: !isStill,
    zoomAnimation: !isStill,
    markerZoomAnimation: !isStill,
  });
  L.control.zoom({ zoomInTitle: closer, zoomOutTitle: farther }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  map.setMinZoom(Math.max(5, map.getBoundsZoom(boundsOf(country)) - 0.5));
  // A little less than what is asked for: what is shown is then not larger, from one visit to the next.
  map.fitBounds(boundsOf(box).pad(-0.02), { animate: false });
  if (tiles === undefined) void drawOutline();
  else {
    L.tileLayer(tiles, { maxZoom: 14 }).addTo(map);
    document.querySelector('.tiles-credit').hidden = false;
  }
  if (isTouched) map.on('click', ({ latlng }) => map.panTo(latlng, { animate: !isStill }));
  const drawn = L.layerGroup().addTo(map);
  let asked = new AbortController();
  let renewing = new AbortController();
  let renewal;
  void update();
  // The size of the window changes the view. That is no request for another part.
  let isResized = false;
  map.on('resize', () => {
    isResized = true;
  });
  map.on('moveend', () => {
    void update();
    if (!isResized) remember();
    isResized = false;
  });

  /** The land, the borders of counties, and over them the sea: some borders lie in an estuary. */
  async function drawOutline() {
    const [outline, borders] = await Promise.all(
      [new URL('outline-of-ireland.json', assets), counties].map(async (address) =>
        (await fetch(address)).json(),
      ),
    );
    const drawing = { interactive: false, smoothFactor: 0.5 };
    L.geoJSON(outline, { ...drawing, style: { className: 'land' } }).addTo(map);
    L.geoJSON(borders, { ...drawing, style: { className: 'borders' } }).addTo(map);
    const around = boundsOf(country).pad(2);
    const corners = [
      around.getSouthWest(),
      around.getNorthWest(),
      around.getNorthEast(),
      around.getSouthEast(),
    ];
    const rings = outline.coordinates.map(([ring]) =>
      ring.map(([longitude, latitude]) => [latitude, longitude]),
    );
    L.polygon([corners, ...rings], { ...drawing, className: 'sea' }).addTo(map);
  }

  /** The part that is shown, as an address has it. */
  function shownBox() {
    const bounds = map.getBounds();
    return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
      .map((degrees) => degrees.toFixed(3))
      .join(',');
  }

  /** Draws the circles and the list of what is shown now. */
  async function update() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const content = contentHere?.(shownBox(), map.getZoom()) ?? (await contentOfServer(signal));
    if (content === undefined || signal.aborted) return;
    const hadFocus = pane.contains(document.activeElement);
    drawn.clearLayers();
    if (tiles === undefined) for (const name of content.names) drawName(name);
    for (const circle of content.circles) drawCircle(circle);
    // The circle that was chosen is gone.
    if (hadFocus && !pane.contains(document.activeElement)) pane.focus();
    showList(content);
  }

  async function contentOfServer(signal) {
    const address = new URL(`${location.pathname}/view`, location.href);
    for (const [name, value] of new FormData(document.querySelector('.in-view')))
      if (name !== 'q') address.searchParams.set(name, value);
    address.searchParams.set('q', new URL(location.href).searchParams.get('q') ?? '');
    address.searchParams.set('box', shownBox());
    address.searchParams.set('zoom', String(map.getZoom()));
    return fetch(address, { signal })
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
  }

  function drawCircle({ latitude, longitude, radius, text, label: name, href, isSeveral, box: inside }) {
    const link = document.createElement('a');
    link.className = text === undefined ? 'circle without-works' : isSeveral ? 'circle several' : 'circle';
    link.href = href;
    link.title = name;
    link.setAttribute('aria-label', name);
    link.textContent = text ?? '';
    if (inside !== undefined)
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        map.fitBounds(boundsOf(inside), { animate: !isStill });
      });
    // Else the map takes the keys and the double click of the link for its own.
    L.DomEvent.on(link, 'dblclick keydown', L.DomEvent.stopPropagation);
    const icon = L.divIcon({ className: 'at-point', html: link, iconSize: [2 * radius, 2 * radius] });
    L.marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(drawn);
  }

  function drawName({ latitude, longitude, text, kind, across, down }) {
    const name = document.createElement('span');
    name.textContent = text;
    const icon = L.divIcon({
      className: `name-on-map ${kind}`,
      html: name,
      iconSize: [0, 0],
      iconAnchor: [-across, -down],
    });
    L.marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(drawn);
  }

  function showList({ places, more, summary }) {
    document.getElementById('in-view').textContent = summary;
    document.getElementById('places').replaceChildren(
      ...places.map(({ href, label: name, works }) => {
        const row = document.createElement('tr');
        const link = document.createElement('a');
        link.href = href;
        link.textContent = name;
        row.insertCell().append(link);
        const number = row.insertCell();
        number.className = 'number';
        number.textContent = works;
        return row;
      }),
    );
    const rest = document.getElementById('more-places');
    rest.textContent = more;
    rest.hidden = more === '';
  }

  /** The address of the page and its other language lead to what is shown; facets, links and the list are those of it. */
  function remember() {
    // A page without a server has one address.
    if (contentHere !== undefined) return;
    document.querySelector('.in-view [name="box"]').value = shownBox();
    const here = new URL(location.href);
    here.searchParams.set('box', shownBox());
    here.searchParams.delete('page');
    here.hash = '';
    history.replaceState(null, '', here);
    const other = document.querySelector('a.language');
    other.search = here.search;
    renewing.abort();
    renewing = new AbortController();
    clearTimeout(renewal);
    renewal = setTimeout(renewParts, RENEWED_AFTER, here, renewing.signal);
  }

  /** Takes what depends on the part of the map from the page of that part. */
  async function renewParts(address, signal) {
    const text = await fetch(address, { signal })
      .then((response) => (response.ok ? response.text() : undefined))
      .catch(() => undefined);
    if (text === undefined || signal.aborted) return;
    const page = new DOMParser().parseFromString(text, 'text/html');
    // What is open stays open.
    for (const now of page.querySelectorAll('.facets details')) {
      const before = document.querySelector(`.facets details[data-facet="${now.dataset.facet}"]`);
      if (before !== null) now.open = before.open;
    }
    const isShown = document.getElementById('show-facets').checked;
    for (const part of ['.facets', '.views'])
      document.querySelector(part).replaceWith(page.querySelector(part));
    document.getElementById('show-facets').checked = isShown;
    document.getElementById('works-in-view')?.remove();
    document.querySelector('.map-and-list').after(page.getElementById('works-in-view') ?? '');
    const [before, now] = [document, page].map((one) => one.querySelector('.chosen-filters'));
    if (before !== null) before.replaceWith(now ?? '');
    else if (now !== null) document.querySelector('.views').before(now);
  }
}
