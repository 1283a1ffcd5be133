// The search of a site without a server. The index is described in src/features/static-site/search-index.ts: it is cut into files,
// of which a search loads those with its words and its results. Without this file there are the lists of all records.
const found = document.getElementById('found');
if (found !== null) void search(found);

/** What other modules have. They are loaded here, so that this file is one of those that pages name. */
let unpacked;
let addressOf;

/** Files of terms that the beginning of a word may load. Each has at least 40,000 records of words. */
const MOST_FILES = 16;
/** Results of a page. */
const PAGE = 25;
/** Values of a facet that are shown at first. */
const FIRST_VALUES = 10;
/** How much more a word in a name says than one in a text. */
const NAME_WEIGHT = 2.5;
/** What a function word weighs. */
const FUNCTION_WEIGHT = 0.3;
/** Fewer results with all words are followed by those with most of them: so many, with this share of the words of the best. */
const FEW = 25;
const MOST_LOOSE = 200;
const SHARE = 0.3;
/** Facets that are open at first. */
const OPEN = ['kind', 'collection', 'county', 'decade'];

async function search(page) {
  const { index: indexAddress, home, language, ...texts } = page.dataset;
  const folder = new URL('.', new URL(indexAddress, location.href));
  const parameters = new URL(location.href).searchParams;
  const query = (parameters.get('q') ?? '').slice(0, 500);
  for (const box of document.querySelectorAll('form input[name="q"]')) box.value = query;
  const total = document.getElementById('total');
  try {
    const [index, words, files] = await Promise.all([
      fetch(new URL('index.json', folder)).then(inJson),
      import('./sought-words.js'),
      import('./static-files.js'),
    ]);
    ({ unpacked, addressOf } = files);
    document.getElementById('by-script').hidden = true;
    const chosen = index.facets.flatMap(([facet]) => {
      const value = parameters.get(facet);
      return value === null || value === '' ? [] : [[facet, value]];
    });
    if (query.trim() === '' && chosen.length === 0) return;
    await showResults({
      page,
      index,
      words,
      folder,
      query,
      chosen,
      parameters,
      home,
      language,
      texts,
      total,
    });
  } catch {
    total.textContent = texts.failed;
  }
}

async function showResults(context) {
  const { page, index, words, folder, query, chosen, parameters, texts, total } = context;
  const scores = query.trim() === '' ? undefined : await scoresOf(query, words, index, folder);
  const facets = facetsOf(index, folder);
  // For each facet that is chosen, which records have its value.
  const masks = new Map();
  for (const [facet, value] of chosen) {
    const mask = new Uint8Array(index.records);
    const of = (await facets.load(facet)).find((one) => one.value === value);
    for (const number of of?.numbers ?? []) mask[number] = 1;
    masks.set(facet, mask);
  }
  const isIn = (number, but) => {
    if (scores !== undefined && scores.score[number] === 0) return false;
    for (const [facet, mask] of masks) if (facet !== but && mask[number] === 0) return false;
    return true;
  };
  let numbers = [];
  for (let number = 0; number < index.records; number++) if (isIn(number)) numbers.push(number);
  let complete = numbers.length;
  if (scores !== undefined) {
    const { score, hasAll, share } = scores;
    // Equal ones stay in the order of the release.
    numbers.sort((a, b) => hasAll[b] - hasAll[a] || score[b] - score[a] || a - b);
    complete = numbers.filter((number) => hasAll[number] === 1).length;
    const some = complete < FEW ? numbers.slice(complete) : [];
    const best = some.reduce((most, number) => Math.max(most, share[number]), 0);
    const most = some.filter((number) => share[number] > best * SHARE).slice(0, MOST_LOOSE);
    for (const number of numbers.slice(complete)) score[number] = 0;
    for (const number of most) score[number] = 1;
    numbers = [...numbers.slice(0, complete), ...most];
  }
  total.textContent = `${withCommas(numbers.length)} ${numbers.length === 1 ? texts.result : texts.results}`;
  document.getElementById('lists').hidden = true;
  page.hidden = false;
  const last = Math.max(1, Math.ceil(numbers.length / PAGE));
  const at = Math.min(last, Math.max(1, Math.floor(Number(parameters.get('page')) || 1)));
  const results = document.getElementById('results');
  results.start = (at - 1) * PAGE + 1;
  const shown = numbers.slice((at - 1) * PAGE, at * PAGE);
  const mark = scores === undefined ? () => undefined : words.markerOf(scores.sought);
  const isFound = (word) => mark(word) !== undefined;
  const [entries, kinds, counties] = await Promise.all([
    entriesOf(shown, index, folder),
    facets.load('kind'),
    facets.load('county'),
  ]);
  results.replaceChildren(
    ...shown.map((number, i) => card(context, entries[i], number, { kinds, counties, isFound })),
  );
  const firstOfOthers = complete - (at - 1) * PAGE;
  if (complete < numbers.length && firstOfOthers < PAGE)
    results.children[Math.max(0, firstOfOthers)]?.before(
      make('li', { class: 'most-words' }, complete === 0 ? texts.noneHasAll : texts.most),
    );
  if (numbers.length === 0) results.replaceChildren(make('li', {}, texts.none));
  document.getElementById('pages').replaceChildren(...pageLinks(context, at, last));
  await showFacets(context, facets, isIn);
}

/** How near each record is to a query, the share of the words that it has, and whether it has all. */
async function scoresOf(query, { soughtIn }, index, folder) {
  const load = remembered((file) => fetch(new URL(`terms/${file}.bin`, folder)).then(unpacked));
  const terms = new Map();
  const files = new Set();
  // What the query may ask for: the files that have these terms are loaded.
  soughtIn(query, {
    total: index.records,
    records: (form) => {
      files.add(fileOf(index.terms, form));
      return 0;
    },
    recordsBeginning: (beginning) => {
      const from = fileOf(index.terms, beginning);
      const to = Math.min(fileOf(index.terms, `${beginning}\uffff`), from + MOST_FILES - 1);
      for (let file = from; file <= to; file++) files.add(file);
      return 0;
    },
    alike: () => [],
  });
  for (const some of await Promise.all([...files].filter((file) => file >= 0).map(load)))
    for (const [term, numbers] of some) terms.set(term, numbers);
  const beginningWith = (beginning) => [...terms].filter(([term]) => term.startsWith(beginning));
  const sum = (counts) => counts.reduce((all, count) => all + count, 0);
  const sought = soughtIn(query, {
    total: index.records,
    records: (form) => terms.get(form)?.length ?? 0,
    recordsBeginning: (beginning) => sum(beginningWith(beginning).map(([, numbers]) => numbers.length)),
    alike: () => [],
  });
  /** What a list of a term is worth for each record. */
  const add = (weights, numbers, worth) => {
    let number = 0;
    for (const one of numbers ?? []) {
      number += one >> 1;
      weights[number] = Math.max(weights[number], worth * (one & 1 ? NAME_WEIGHT : 1));
    }
  };
  const weightsOf = ({ forms, beginnings, alternatives }) => {
    const weights = new Float32Array(index.records);
    for (const form of forms) add(weights, terms.get(form), 1);
    for (const beginning of beginnings)
      for (const [, numbers] of beginningWith(beginning)) add(weights, numbers, 1);
    for (const { words, worth } of alternatives) {
      // Several words: records that have all of them.
      const each = words.map((all) => {
        const one = new Float32Array(index.records);
        for (const form of all) add(one, terms.get(form), worth);
        return one;
      });
      for (let number = 0; number < index.records; number++)
        weights[number] = Math.max(weights[number], Math.min(...each.map((one) => one[number])));
    }
    return weights;
  };
  const weights = new Map(sought.words.map((word) => [word, weightsOf(word)]));
  const score = new Float32Array(index.records);
  const share = new Float32Array(index.records);
  const total = { weight: 0 };
  for (const [word, of] of weights) {
    // A rare word says more.
    const rarity =
      Math.log(1 + index.records / Math.max(1, word.records)) * (word.isFunctionWord ? FUNCTION_WEIGHT : 1);
    total.weight += rarity;
    for (let number = 0; number < index.records; number++) {
      if (of[number] === 0) continue;
      score[number] += of[number] * rarity;
      share[number] += rarity;
    }
  }
  const hasTerm = ({ words }, number) =>
    words.every((word) => word.isFunctionWord || weights.get(word)[number] > 0);
  const left = sought.left.map(({ words }) => words.map(weightsOf));
  const hasAll = new Uint8Array(index.records);
  for (let number = 0; number < index.records; number++) {
    if (score[number] === 0) continue;
    if (left.some((words) => words.every((of) => of[number] > 0))) score[number] = 0;
    hasAll[number] = sought.groups.every((terms) => terms.some((term) => hasTerm(term, number))) ? 1 : 0;
    share[number] /= total.weight;
    score[number] *= share[number];
  }
  return { sought, score, share, hasAll };
}

/** The file in which a term is, if it is anywhere: the last one that begins before it. */
function fileOf(firstTerms, term) {
  let [low, high] = [0, firstTerms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (firstTerms[middle] <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The values of facets, loaded when they are asked for. */
const facetsOf = (index, folder) => ({
  load: remembered(async (facet) => {
    if (!index.facets.some(([name]) => name === facet)) return [];
    const values = await fetch(new URL(`facets/${facet}.bin`, folder)).then(unpacked);
    return values.map(([value, en, ga, differences]) => {
      const numbers = new Uint32Array(differences.length);
      let number = 0;
      for (const [at, one] of differences.entries()) {
        number += one;
        numbers[at] = number;
      }
      return { value, en, ga: ga === 0 ? en : ga, numbers };
    });
  }),
});

/** What results show, from the blocks that have them. */
async function entriesOf(numbers, { block }, folder) {
  const load = remembered((at) => fetch(new URL(`records/${at}.bin`, folder)).then(unpacked));
  return Promise.all(
    numbers.map(async (number) => {
      const [path, en, ga, date, irishDate] = (await load(Math.floor(number / block)))[number % block];
      return {
        path,
        label: { en, ga: ga === 0 ? en : ga },
        date: { en: date, ga: irishDate === 0 ? date : irishDate },
      };
    }),
  );
}

function card({ index, home, language }, { path, label, date }, number, { kinds, counties, isFound }) {
  const named = (values) =>
    values.filter(({ numbers }) => has(numbers, number)).map((value) => value[language]);
  const link = make('a', { href: addressOf(path, home) }, ...marked(label[language], isFound));
  const title = make('p', { class: 'card-title' }, link, ' ');
  const kind = kinds.find(({ numbers }) => has(numbers, number))?.value;
  const [, en, ga] = index.kinds.find(([name]) => name === kind) ?? [];
  if (en !== undefined) title.append(make('span', { class: 'badge' }, language === 'ga' ? ga : en));
  const facts = [date[language], named(counties).slice(0, 4).join(', ')].filter((fact) => fact !== '');
  const item = make('li', { class: 'card' }, title);
  if (facts.length > 0) item.append(make('p', { class: 'card-facts' }, facts.join(' · ')));
  return item;
}

/** A text with the words that were found marked. */
function marked(text, isFound) {
  const parts = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    if (!isFound(word)) continue;
    parts.push(text.slice(end, index), make('mark', {}, word));
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

function pageLinks({ texts, parameters }, at, last) {
  if (last <= 1) return [];
  const to = (number) => addressWith(parameters, { page: number === 1 ? undefined : String(number) });
  const nav = make('nav', { class: 'pages', 'aria-label': texts.pages });
  if (at > 1) nav.append(make('a', { rel: 'prev', href: to(at - 1) }, texts.before));
  nav.append(make('span', {}, `${withCommas(at)} / ${withCommas(last)}`));
  if (at < last) nav.append(make('a', { rel: 'next', href: to(at + 1) }, texts.after));
  return [nav];
}

/** The facets with the numbers of their results. Those that are closed are counted when they are opened. */
async function showFacets(context, facets, isIn) {
  const { index, language, chosen } = context;
  const place = document.getElementById('facets');
  for (const [facet, en, ga] of index.facets) {
    const value = chosen.find(([name]) => name === facet)?.[1];
    const details = make('details', {}, make('summary', {}, language === 'ga' ? ga : en));
    place.append(details);
    let isCounted = false;
    const count = async () => {
      if (isCounted) return;
      isCounted = true;
      const values = (await facets.load(facet))
        .map((one) => ({
          ...one,
          count: one.numbers.reduce((sum, number) => sum + (isIn(number, facet) ? 1 : 0), 0),
        }))
        .filter((one) => one.count > 0 || one.value === value)
        .sort((a, b) =>
          facet === 'decade'
            ? Number(a.value) - Number(b.value)
            : b.count - a.count || (a.value < b.value ? -1 : 1),
        );
      if (values.length === 0) details.remove();
      else details.append(...valueLists(context, facet, values, value));
    };
    details.addEventListener('toggle', () => void count());
    if (value !== undefined || OPEN.includes(facet)) {
      await count();
      details.open = true;
    }
  }
}

function valueLists({ texts, parameters, language }, facet, values, chosen) {
  const item = (one) => {
    const isChosen = one.value === chosen;
    const link = make(
      'a',
      {
        href: addressWith(parameters, { [facet]: isChosen ? undefined : one.value, page: undefined }),
        rel: 'nofollow',
      },
      `${isChosen ? '× ' : ''}${one[language]}`,
    );
    if (isChosen) {
      link.setAttribute('aria-current', 'true');
      link.title = texts.clear;
    }
    return make('li', {}, link, ' ', make('span', { class: 'count' }, withCommas(one.count)));
  };
  const first = values.filter((one, at) => at < FIRST_VALUES || one.value === chosen);
  const others = values.filter((one) => !first.includes(one));
  const lists = [make('ul', {}, ...first.map(item))];
  if (others.length > 0)
    lists.push(
      make(
        'details',
        { class: 'more-values' },
        make('summary', {}, `${texts.all} (${withCommas(values.length)})`),
        make('ul', {}, ...others.map(item)),
      ),
    );
  return lists;
}

/** This address with other parameters. */
function addressWith(parameters, changes) {
  const changed = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return changed.size === 0 ? location.pathname : `?${changed}`;
}

function make(name, attributes, ...content) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}

/** Whether a number is in a sorted list. */
function has(numbers, number) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number;
}

const withCommas = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

function inJson(response) {
  if (!response.ok) throw new Error(`${response.url} is answered with ${response.status}`);
  return response.json();
}

/** A function that is called once for each argument. */
function remembered(load) {
  const answers = new Map();
  return (name) => {
    if (!answers.has(name)) answers.set(name, load(name));
    return answers.get(name);
  };
}
