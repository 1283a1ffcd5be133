// For readers: records that are kept with notes, as paths in this browser with a link to the page of all of them; arrow keys that
// turn pages.
const KEY = 'folklore-ld:kept';
const NOTES = 'folklore-ld:notes';
/** Characters of a note. */
const LONGEST_NOTE = 500;

const stored = (key, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
};
const store = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing.
  }
};

const kept = () => {
  const paths = stored(KEY, []);
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
};
const noteOf = (path) => {
  const note = stored(NOTES, {})[path];
  return typeof note === 'string' ? note : '';
};

/** The page of all records that are kept, with their notes. */
const keptAddress = () => {
  const paths = kept();
  const notes = paths.map(noteOf);
  const named = paths.map((path) => ['record', path]);
  return `/kept?${new URLSearchParams(notes.some(Boolean) ? [...named, ...notes.map((note) => ['note', note])] : named)}`;
};

function show() {
  const paths = kept();
  for (const link of document.querySelectorAll('a[data-kept]')) {
    link.hidden = paths.length === 0;
    link.href = keptAddress();
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
    store(KEY, paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path]);
    show();
  });
show();

// The notes of this browser's own list can be written. The links of the page have them then.
for (const place of document.querySelectorAll('[data-note]')) {
  const path = place.dataset.note;
  if (!kept().includes(path)) continue;
  const area = document.createElement('textarea');
  area.maxLength = LONGEST_NOTE;
  area.value = noteOf(path);
  area.setAttribute('aria-label', place.dataset.label);
  area.addEventListener('change', () => {
    const { [path]: _, ...others } = stored(NOTES, {});
    store(NOTES, area.value.trim() === '' ? others : { ...others, [path]: area.value.trim() });
    location.replace(keptAddress());
  });
  place.replaceChildren(area);
}

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
