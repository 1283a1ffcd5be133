// Turns the text area of a query into an editor that completes the terms of the release. Without this file the text area
// works as it is.

/** Names in a list of completions. */
const MOST_NAMES = 60;

/** What can be completed: read once, from this server. */
let words;
const wordsOfRelease = () => {
  words ??= fetch('/ask/terms.json').then((answer) =>
    answer.ok ? answer.json() : { prefixes: {}, terms: [] },
  );
  return words;
};

/** Whether a list is wanted: after a letter, or when it is asked for; never when the cursor only moves. */
let isWanted = false;

const begunWith = (names, text) => {
  const wanted = text.toLowerCase();
  const begin = names.filter((name) => name.toLowerCase().startsWith(wanted));
  // `coll` finds lore:collector.
  const local = wanted.includes(':')
    ? []
    : names.filter((name) => name.split(':')[1].toLowerCase().startsWith(wanted));
  return [...new Set([...begin, ...local])].filter((name) => name !== text).slice(0, MOST_NAMES);
};

/** The text of a line before the cursor. */
const textBefore = (editor) => {
  const { line, ch } = editor.getDoc().getCursor();
  return editor.getDoc().getLine(line).slice(0, ch);
};
const isDeclaration = (editor) => /^\s*PREFIX\s+[\w-]*$/i.test(textBefore(editor));

const COMPLETERS = [
  {
    name: 'prefixes-of-release',
    isValidCompletionPosition: (editor) => isWanted && isDeclaration(editor),
    get: async (_editor, { string } = { string: '' }) => {
      const { prefixes } = await wordsOfRelease();
      return Object.entries(prefixes)
        .filter(([prefix]) => prefix.startsWith(string.trim().toLowerCase()))
        .map(([prefix, namespace]) => `${string.trim() === '' ? ' ' : ''}${prefix}: <${namespace}>`);
    },
    bulk: false,
    autoShow: true,
  },
  {
    name: 'terms-of-release',
    isValidCompletionPosition: (editor) => {
      const text = textBefore(editor);
      return (
        isWanted &&
        !isDeclaration(editor) &&
        !/#[^<>]*$/.test(text) &&
        /(^|[^?$\w:<"'-])[\w-]{2,}:?[\w-]*$/.test(text)
      );
    },
    get: async (_editor, { string } = { string: '' }) => begunWith((await wordsOfRelease()).terms, string),
    bulk: false,
    autoShow: true,
  },
];

function edit(area) {
  const host = document.createElement('div');
  area.after(host);
  // Those of the editor would ask other servers. Settings are merged with the standard ones, item by item.
  Yasqe.defaults.autocompleters = COMPLETERS.map(({ name }) => name);
  for (const completer of COMPLETERS) Yasqe.registerAutocompleter(completer, false);
  const editor = new Yasqe(host, {
    value: area.value,
    persistenceId: null,
    showQueryButton: false,
    createShareableLink: null,
    resizeable: false,
    tabSize: 2,
  });
  editor.getInputField().setAttribute('aria-label', document.querySelector('label[for="query"]').textContent);
  editor.getScrollerElement().tabIndex = 0;
  area.hidden = true;
  area.form.classList.add('has-editor');
  area.form.addEventListener('submit', () => {
    area.value = editor.getValue();
  });
  editor.on('keydown', (_editor, { key, ctrlKey, metaKey, altKey }) => {
    isWanted = /^[\w:-]$/.test(key) && !ctrlKey && !metaKey && !altKey;
  });
  editor.addKeyMap({
    // Control-Enter asks.
    'Ctrl-Enter': () => area.form.requestSubmit(),
    'Ctrl-Space': () => {
      isWanted = true;
      editor.autocomplete();
    },
    // Tab leaves the editor, for users of a keyboard.
    Tab: false,
    'Shift-Tab': false,
  });
  // A term brings the declaration of its prefix.
  editor.on('change', async (_editor, { origin, text }) => {
    const prefix = origin === 'complete' ? /^([\w-]+):[\w-]/.exec(text.join(''))?.[1] : undefined;
    if (prefix === undefined || prefix in editor.getPrefixesFromQuery()) return;
    const { prefixes } = await wordsOfRelease();
    if (Object.hasOwn(prefixes, prefix)) editor.addPrefixes({ [prefix]: prefixes[prefix] });
  });
}

const area = document.getElementById('query');
if (area !== null && typeof Yasqe === 'function') edit(area);

// While a question is answered the page shows the seconds since it was asked.
let counting;
function showRunning(event) {
  // Another tab has the answer.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const note = document.getElementById('running');
  const start = performance.now();
  clearInterval(counting);
  counting = setInterval(() => {
    note.hidden = false;
    note.querySelector('[aria-hidden]').textContent = `${Math.round((performance.now() - start) / 1000)} s`;
  }, 1000);
}
for (const form of document.querySelectorAll('form.ask, form.parameters'))
  form.addEventListener('submit', showRunning);
for (const link of document.querySelectorAll('.questions a')) link.addEventListener('click', showRunning);
// The way back to this page.
addEventListener('pageshow', () => {
  clearInterval(counting);
  document.getElementById('running').hidden = true;
});
