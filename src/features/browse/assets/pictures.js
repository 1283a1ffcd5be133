// Turns the picture of an image service into a viewer. Without this file the pictures are images, and their links work as they are.

for (const image of document.querySelectorAll('img[data-whole]')) {
  // A service of level 0 has no images of other widths.
  const showWhole = () => {
    const { whole } = image.dataset;
    delete image.dataset.whole;
    if (whole !== undefined) image.src = whole;
  };
  image.addEventListener('error', showWhole);
  if (image.complete && image.naturalWidth === 0) showWhole();
}
for (const figure of document.querySelectorAll('figure[data-service]'))
  if (typeof OpenSeadragon === 'function') void startViewer(figure);

async function startViewer(figure) {
  const { service, name, closer, farther, whole, screen, fingers, wheel } = figure.dataset;
  const image = figure.querySelector('img');
  const address = new URL(service, location.href).href;
  const info = await describe(address);
  if (info === undefined) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  OpenSeadragon.setString('GestureHints.Touch', fingers);
  OpenSeadragon.setString('GestureHints.Scroll', wheel);
  keepStyleOut();
  const pane = document.createElement('div');
  pane.className = 'viewer';
  pane.style.aspectRatio = `${Number(info.width)} / ${Number(info.height)}`;
  figure.prepend(pane);
  const viewer = OpenSeadragon({
    element: pane,
    tileSources: info,
    // Images of other hosts need no permission to be drawn on this one.
    drawer: 'canvas',
    showNavigationControl: false,
    animationTime: isStill ? 0 : 0.6,
    immediateRender: isStill,
    minZoomImageRatio: 1,
    visibilityRatio: 1,
    // One finger and the wheel move the page.
    cooperativeGestures: true,
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
  });
  viewer.canvas.setAttribute('role', 'application');
  viewer.canvas.setAttribute('aria-label', name);
  viewer.addHandler('open', () => {
    image.hidden = true;
    figure.insertBefore(buttons(), figure.querySelector('figcaption'));
  });
  viewer.addHandler('open-failed', () => {
    viewer.destroy();
    pane.remove();
  });

  function buttons() {
    const bar = document.createElement('div');
    bar.className = 'viewer-buttons';
    const { viewport } = viewer;
    const zoom = (factor) => () => {
      viewport.zoomBy(factor);
      viewport.applyConstraints();
    };
    for (const [text, act] of [
      [closer, zoom(1.6)],
      [farther, zoom(1 / 1.6)],
      [whole, () => viewport.goHome()],
      ...(document.fullscreenEnabled ? [[screen, toFullScreen]] : []),
    ]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.addEventListener('click', act);
      bar.append(button);
    }
    return bar;
  }

  function toFullScreen() {
    if (document.fullscreenElement === null) void figure.requestFullscreen();
    else void document.exitFullscreen();
  }
}

/** OpenSeadragon adds a style element unless there is one. The policy of the page forbids it; this one is no HTML, and is empty. */
function keepStyleOut() {
  const style = document.createElementNS(null, 'style');
  style.setAttribute('data-openseadragon-mobile-css', '');
  document.head.append(style);
}

/** The description of a service; undefined when it cannot be read. Its id is where it was asked, whatever it says. */
async function describe(address) {
  try {
    const response = await fetch(`${address}/info.json`);
    if (!response.ok) return undefined;
    const info = await response.json();
    return { ...info, ...('id' in info ? { id: address } : { '@id': address }) };
  } catch {
    return undefined;
  }
}
