// Turns the text area of a query into an editor. Without this file the text area works as it is.
const area = document.getElementById('query');
if (area !== null && typeof Yasqe === 'function') {
  const host = document.createElement('div');
  area.after(host);
  const editor = new Yasqe(host, {
    value: area.value,
    // Completion would ask other servers.
    autocompleters: [],
    persistenceId: null,
    showQueryButton: false,
    createShareableLink: null,
    resizeable: false,
    tabSize: 2,
  });
  editor.getInputField().setAttribute('aria-label', document.querySelector('label[for="query"]').textContent);
  editor.getScrollerElement().tabIndex = 0;
  area.hidden = true;
  area.form.addEventListener('submit', () => {
    area.value = editor.getValue();
  });
  // Control-Enter asks.
  editor.addKeyMap({
    'Ctrl-Enter': () => area.form.requestSubmit(),
    // Tab leaves the editor, for users of a keyboard.
    Tab: false,
    'Shift-Tab': false,
  });
}
