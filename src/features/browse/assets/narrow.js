// Puts a box above long lists, which hides the values that do not contain its text. Without this file the lists are whole.
const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

for (const list of document.querySelectorAll('[data-narrow]')) {
  const box = document.createElement('input');
  box.type = 'search';
  box.placeholder = list.dataset.narrow;
  box.setAttribute('aria-label', list.dataset.narrow);
  box.addEventListener('input', () => {
    const wanted = fold(box.value);
    for (const item of list.children) item.hidden = !fold(item.textContent).includes(wanted);
  });
  list.before(box);
}
