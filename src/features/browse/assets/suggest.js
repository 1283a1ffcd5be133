// Suggestions below the search of the page, as a combobox with a list (ARIA 1.2). Without this file the search is a form.
/** Milliseconds without a letter after which the server is asked. */
const ASKED_AFTER = 120;

for (const input of document.querySelectorAll('input[data-suggestions]')) startSuggesting(input);

function startSuggesting(input) {
  const list = make('div', { id: 'suggestions', role: 'listbox', 'aria-label': input.dataset.suggestions });
  const status = make('p', { role: 'status', class: 'only-heard' });
  list.hidden = true;
  input.form.append(list, status);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    autocomplete: 'off',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value);
  let asked = new AbortController();
  let timer;
  let options = [];
  /** The place of the option that is chosen; -1 while it is the text. */
  let at = -1;

  const isOpen = () => !list.hidden;

  function choose(place) {
    options[at]?.setAttribute('aria-selected', 'false');
    at = place;
    const option = options[at];
    if (option === undefined) {
      input.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  /** Closes the list. An answer that is under way is dropped. */
  function close() {
    clearTimeout(timer);
    asked.abort();
    choose(-1);
    options = [];
    list.hidden = true;
    status.textContent = '';
    input.setAttribute('aria-expanded', 'false');
  }

  async function ask() {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const answer = await fetch(
      new URL(`suggest?${new URLSearchParams({ q: input.value })}`, input.form.action),
      {
        signal,
      },
    )
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
    if (signal.aborted) return;
    if (answer === undefined) close();
    else show(answer);
  }

  function show({ summary, groups }) {
    choose(-1);
    list.replaceChildren(...groups.map(groupOf));
    options = [...list.querySelectorAll('[role="option"]')];
    for (const [place, option] of options.entries()) option.id = `suggestion-${place}`;
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(isOpen()));
    status.textContent = summary;
  }

  input.addEventListener('input', () => {
    // What is shown, or under way, belongs to another text.
    choose(-1);
    clearTimeout(timer);
    asked.abort();
    if (input.value.trim() === '') close();
    else timer = setTimeout(ask, ASKED_AFTER);
  });
  input.addEventListener('keydown', (event) => {
    const { key, isComposing, ctrlKey, metaKey, shiftKey } = event;
    if (isComposing || ctrlKey || metaKey || shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined && (isOpen() || input.value.trim() !== '')) {
      event.preventDefault();
      // Past the last option is the text, and then the first.
      const places = options.length + 1;
      if (isOpen()) choose(((at + 1 + step + places) % places) - 1);
      else void ask();
    } else if (key === 'Enter' && at >= 0) {
      event.preventDefault();
      options[at].click();
    } else if (key === 'Enter' || (key === 'Escape' && isOpen())) {
      // The form is sent by the browser; Escape leaves the text.
      if (key === 'Escape') event.preventDefault();
      close();
    }
  });
  input.addEventListener('blur', close);
  // The text keeps the focus while an option is pressed.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', close);
}

function groupOf({ kind, title, suggestions }) {
  const group = make('div', { role: 'group', 'aria-labelledby': `suggested-${kind}` });
  group.append(make('p', { id: `suggested-${kind}` }, title));
  for (const { label, note, href } of suggestions) {
    const option = make('a', { role: 'option', 'aria-selected': 'false', tabindex: '-1', href }, label);
    if (note !== '') option.append(' ', make('span', { class: 'count' }, note));
    group.append(option);
  }
  return group;
}

function make(name, attributes, text = '') {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.textContent = text;
  return element;
}
