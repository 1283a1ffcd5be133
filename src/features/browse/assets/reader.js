// For readers: records that are kept, as paths in this browser with a link to the page of all of them; arrow keys that turn pages.
const KEY = 'folklore-ld:kept';

const kept = () => {
  try {
    const paths = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
};

function show() {
  const paths = kept();
  for (const link of document.querySelectorAll('a[data-kept]')) {
    link.hidden = paths.length === 0;
    link.href = `/kept?${new URLSearchParams(paths.map((path) => ['record', path]))}`;
    link.textContent = `${link.dataset.kept} (${paths.length})`;
  }
  for (const button of document.querySelectorAll('button[data-keep]')) {
    const isKept = paths.includes(button.dataset.keep);
    button.hidden = false;
    button.setAttribute('aria-pressed', String(isKept));
    button.textContent = isKept ? button.dataset.kept : button.dataset.label;
  }
}

for (const button of document.querySelectorAll('button[data-keep]'))
  button.addEventListener('click', () => {
    const path = button.dataset.keep;
    const paths = kept();
    const now = paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path];
    try {
      localStorage.setItem(KEY, JSON.stringify(now));
    } catch {
      // A browser that keeps nothing.
    }
    show();
  });
show();

// The arrows to the left and to the right lead to the record, or the page of results, before and after.
addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey, shiftKey }) => {
  const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[key];
  if (rel === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
  if (
    target instanceof Element &&
    target.closest('input, select, textarea, [contenteditable], [tabindex], #map, figure')
  )
    return;
  document.querySelector(`a[rel="${rel}"]`)?.click();
});
