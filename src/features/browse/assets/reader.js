// For readers: records that are kept with notes, as paths in this browser with a link to the page of all of them; arrow keys that
// turn pages.
const KEY = 'folklore-ld:kept';
const NOTES = 'folklore-ld:notes';
/** Characters of a note. */
const LONGEST_NOTE = 500;
/** Records of a list, as the server takes them. */
const MOST_KEPT = 500;
/** Characters of the address of a list. */
const LONGEST_ADDRESS = 14_000;

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

function keepNote(path, note) {
  const { [path]: _, ...others } = stored(NOTES, {});
  store(NOTES, note === '' ? others : { ...others, [path]: note });
}

const keptPath = document.querySelector('a[data-kept]')?.pathname;

/** The page of all records that are kept, with their notes; without them where the address would be too long for servers. */
const keptAddress = () => {
  const paths = kept();
  const named = paths.map((path) => ['record', path]);
  const notes = paths.map((path) => ['note', noteOf(path)]);
  const address = (parameters) => `${keptPath}?${new URLSearchParams(parameters)}`;
  const whole = notes.some(([, note]) => note !== '') ? address([...named, ...notes]) : address(named);
  return whole.length > LONGEST_ADDRESS ? address(named) : whole;
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

/** Adds records to the list, as many as an address can name. Returns whether all are in it. */
function keep(added) {
  const all = [...new Set([...kept(), ...added])];
  const addressLength = (paths) => `${new URLSearchParams(paths.map((path) => ['record', path]))}`.length;
  const isFull = all.length > MOST_KEPT || addressLength(all) > LONGEST_ADDRESS;
  if (!isFull) store(KEY, all);
  show();
  return !isFull;
}

for (const link of document.querySelectorAll('a[data-keep-all]'))
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const isWhole = keep(new URL(link.href).searchParams.getAll('record'));
    if (!isWhole) link.textContent = link.dataset.full;
  });

for (const button of document.querySelectorAll('button[data-keep]'))
  button.addEventListener('click', () => {
    const path = button.dataset.keep;
    const paths = kept();
    if (!paths.includes(path)) {
      if (!keep([path])) button.textContent = button.dataset.full;
      return;
    }
    keepNote(path, '');
    store(
      KEY,
      paths.filter((one) => one !== path),
    );
    show();
  });
show();

// On the page of this browser's own list the notes can be written. A list of somebody else has the notes of that person.
const listed = new URLSearchParams(location.search).getAll('record');
// The address of the page without records is that of this browser's own list.
if (location.pathname === keptPath && location.search === '' && kept().length > 0)
  location.replace(keptAddress());
if (listed.length > 0 && listed.join(' ') === kept().join(' '))
  for (const place of document.querySelectorAll('[data-note]')) {
    const path = place.dataset.note;
    const area = document.createElement('textarea');
    area.maxLength = LONGEST_NOTE;
    area.value = noteOf(path);
    area.setAttribute('aria-label', place.dataset.label);
    area.addEventListener('input', () => {
      keepNote(path, area.value.trim());
      const address = keptAddress();
      history.replaceState(null, '', address);
      for (const link of document.querySelectorAll('.downloads a')) {
        const format = new URL(link.href).searchParams.get('format');
        link.href = format === null ? address : `${address}&format=${format}`;
      }
      document.getElementById('notes-too-long').hidden =
        address.includes('&note=') || area.value.trim() === '';
      show();
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
