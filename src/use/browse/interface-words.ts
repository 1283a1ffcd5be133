/** The languages of the interface. */
export const LANGUAGES = ['en', 'ga'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of the interface, in English and Irish. Terms are those of docs/irish-terms.md. */
const WORDS = {
  tellersByCounty: [
    'Collectors, informants and teachers by county',
    'Bailitheoirí, faisnéiseoirí agus múinteoirí de réir contae',
  ],
  peopleNote: [
    'The counties of a person are those of birth and address. A person without them has the counties of the works and schools that name the person. A person can have several.',
    'Is iad contaetha an duine contaetha na breithe agus an tseolta. Mura bhfuil siad ann, tógtar contaetha na saothar agus na scoileanna ina n-ainmnítear an duine. Is féidir níos mó ná contae amháin a bheith ag duine.',
  ],
  peopleByCounty: ['People by role and county', 'Daoine de réir róil agus contae'],
  othersByCounty: [
    'Relevant people and photographers by county',
    'Daoine ábhartha agus grianghrafadóirí de réir contae',
  ],
  numbersAsTable: ['The numbers as a table', 'Na huimhreacha i dtábla'],
  county: ['County', 'Contae'],
  completeness: [
    'How complete each field is: the report',
    'Cé chomh hiomlán is atá gach réimse: an tuarascáil',
  ],
  byRole: ['All people by role', 'Gach duine de réir róil'],
  why: ['Reason', 'Fáth'],
  valueSent: ['Value as sent', 'Luach mar a seoladh'],
  unknownField: ['no schema has this field', 'níl an réimse seo i scéimre ar bith'],
  statements: ['Statements', 'Ráitis'],
  partOfIri: ['part of the IRI', 'cuid den IRI'],
  notReleased: ['not in this release', 'níl sé san eisiúint seo'],
  howWeKnowNote: [
    'The fields that the service sent for this record, and the statements of this release that each became. A value is shown only if the release publishes it.',
    'Na réimsí a sheol an tseirbhís don taifead seo, agus ráitis na heisiúna seo a rinneadh díobh. Ní thaispeántar luach ach má fhoilsíonn an eisiúint é.',
  ],
  howWeKnow: ['How we know', 'Conas is eol dúinn'],
  fieldsWithout: ['Fields without a statement', 'Réimsí gan ráiteas'],
  fieldsWithStatements: ['Fields and their statements', 'Réimsí agus a ráitis'],
  field: ['Field', 'Réimse'],
  aroundIt: ['of what contains it', 'den rud ina bhfuil sé'],
  about: ['About this release', 'Faoin eisiúint seo'],
  after: ['Next in this part', 'An chéad cheann eile sa chuid seo'],
  allStatements: ['All statements', 'Na ráitis go léir'],
  allValues: ['All', 'Gach ceann'],
  ask: ['Ask', 'Fiafraigh'],
  answer: ['Answer', 'Freagra'],
  askHint: [
    'Write a SPARQL query, or begin with one of these.',
    'Scríobh ceist SPARQL, nó tosaigh le ceann díobh seo.',
  ],
  before: ['Previous in this part', 'An ceann roimhe sa chuid seo'],
  browse: ['Browse', 'Brabhsáil'],
  byDecade: ['Works by decade', 'Saothair de réir deich mbliana'],
  byYear: ['Works by year', 'Saothair de réir bliana'],
  changeLanguage: ['Gaeilge', 'English'],
  cite: ['How to cite', 'Conas tagairt a dhéanamh'],
  clear: ['Remove this filter', 'Bain an scagaire seo'],
  count: ['Number', 'Líon'],
  credit: ['Credit', 'Creidiúint'],
  download: ['Download', 'Íoslódáil'],
  facets: ['Narrow the results', 'Cúngaigh na torthaí'],
  files: ['Files', 'Comhaid'],
  gone: ['This record was withdrawn from publication.', 'Tarraingíodh an taifead seo siar.'],
  home: ['Start', 'Tús'],
  identifier: ['Identifier', 'Aitheantóir'],
  inIrish: ['in Irish', 'i nGaeilge'],
  isCalled: ['Label', 'Lipéad'],
  licence: ['Licence', 'Ceadúnas'],
  linkedFrom: ['What refers to this', 'Cad a thagraíonn dó seo'],
  list: ['List', 'Liosta'],
  map: ['Map', 'Léarscáil'],
  mapNote: [
    'Each circle is a place, or several; the number is that of its works. Places without a certain point are not on the map.',
    'Is áit gach ciorcal, nó roinnt áiteanna; líon a saothar atá san uimhir. Níl áiteanna gan phointe cinnte ar an léarscáil.',
  ],
  mapOf: ['Map of places', 'Léarscáil áiteanna'],
  more: ['more', 'eile'],
  newer: ['Next page', 'An chéad leathanach eile'],
  noResults: ['Nothing was found.', 'Níor aimsíodh aon rud.'],
  noResultsHint: [
    'Try fewer or shorter words, or remove a filter. Accents and initial mutations make no difference.',
    'Bain triail as níos lú focal, nó as focail níos giorra, nó bain scagaire. Is cuma faoi shíntí fada agus faoi athruithe tosaigh.',
  ],
  notFound: ['There is no such record in this release.', 'Níl taifead mar seo san eisiúint seo.'],
  notFoundHint: [
    'It may never have been published, or its number may be mistyped.',
    'B’fhéidir nár foilsíodh riamh é, nó go bhfuil an uimhir mícheart.',
  ],
  older: ['Previous page', 'An leathanach roimhe'],
  other: ['Other statements', 'Ráitis eile'],
  overview: ['Whole country', 'An tír ar fad'],
  people: ['People', 'Daoine'],
  place: ['Place', 'Áit'],
  places: ['Places', 'Áiteanna'],
  property: ['Property', 'Airí'],
  qualifier: ['Qualifier', 'Cáilitheoir'],
  questions: ['Questions', 'Ceisteanna'],
  records: ['Records', 'Taifid'],
  report: ['Report', 'Tuarascáil'],
  vocabulary: ['Vocabulary', 'Foclóir'],
  result: ['result', 'toradh'],
  results: ['results', 'toradh'],
  run: ['Ask', 'Fiafraigh'],
  search: ['Search', 'Cuardaigh'],
  searchHint: ['Titles, names, extracts, transcripts', 'Teidil, ainmneacha, sleachta, tras-scríbhinní'],
  showAs: ['Show as', 'Taispeáin mar'],
  pagesOfResults: ['Pages of results', 'Leathanaigh na dtorthaí'],
  trail: ['Part of', 'Cuid de'],
  nearby: ['Nearby in this part', 'In aice leis sa chuid seo'],
  skip: ['Skip to the content', 'Téigh chuig an ábhar'],
  source: ['At its source', 'Ag an bhfoinse'],
  statementsIn: ['Statements in', 'Ráitis in'],
  terms: ['Vocabulary', 'Foclóir'],
  text: ['Text', 'Téacs'],
  timeline: ['Timeline', 'Amlíne'],
  timelineNote: [
    'Works whose date is one year, as stated. Approximate, inferred and questionable years are shown apart.',
    'Saothair a bhfuil bliain amháin mar dháta acu, mar a dúradh. Léirítear blianta garluacha, meastacháin agus blianta faoi amhras ar leith.',
  ],
  transcript: ['Transcript', 'Tras-scríbhinn'],
  value: ['Value', 'Luach'],
  where: ['Where', 'Cá háit'],
  works: ['Works', 'Saothair'],
  year: ['Year', 'Bliain'],
  queryLabel: ['Query in SPARQL', 'Ceist i SPARQL'],
  cannotAnswer: ['There is no answer.', 'Níl freagra ann.'],
  rows: ['rows', 'sraith'],
  zoomIn: ['Closer', 'Níos gaire'],
  zoomOut: ['Farther', 'Níos faide amach'],
} as const satisfies Record<string, readonly [en: string, ga: string]>;

export type Word = keyof typeof WORDS;

const COLUMN = { en: 0, ga: 1 } as const satisfies Record<Language, 0 | 1>;

export type Words = (word: Word) => string;

export const wordsIn =
  (language: Language): Words =>
  (word) =>
    WORDS[word][COLUMN[language]];

/** A pair of texts in one of the languages. */
export const pick = (language: Language, pair: readonly [en: string, ga: string]): string =>
  pair[COLUMN[language]];

/** Kinds of records, singular and plural. */
export const KIND_NAMES: Readonly<
  Record<string, { one: readonly [string, string]; many: readonly [string, string] }>
> = {
  item: { one: ['Item', 'Mír'], many: ['Items', 'Míreanna'] },
  photograph: { one: ['Photograph', 'Grianghraf'], many: ['Photographs', 'Grianghraif'] },
  person: { one: ['Person', 'Duine'], many: ['People', 'Daoine'] },
  'schools-person': {
    one: ['Person as written in a school', 'Duine mar a scríobhadh i scoil'],
    many: ['People as written in schools', 'Daoine mar a scríobhadh i scoileanna'],
  },
  place: { one: ['Place', 'Áit'], many: ['Places', 'Áiteanna'] },
  'place-abroad': { one: ['Place abroad', 'Áit thar lear'], many: ['Places abroad', 'Áiteanna thar lear'] },
  country: { one: ['Country', 'Tír'], many: ['Countries', 'Tíortha'] },
  volume: { one: ['Volume', 'Imleabhar'], many: ['Volumes', 'Imleabhair'] },
  part: { one: ['Part', 'Cuid'], many: ['Parts', 'Codanna'] },
  page: { one: ['Page', 'Leathanach'], many: ['Pages', 'Leathanaigh'] },
  transcript: { one: ['Transcript', 'Tras-scríbhinn'], many: ['Transcripts', 'Tras-scríbhinní'] },
  transcriber: { one: ['Transcriber', 'Tras-scríobhaí'], many: ['Transcribers', 'Tras-scríobhaithe'] },
  topic: { one: ['Topic', 'Ábhar'], many: ['Topics', 'Ábhair'] },
  concept: { one: ['Entry of a list', 'Iontráil liosta'], many: ['Entries of lists', 'Iontrálacha liostaí'] },
  'glossary-entry': {
    one: ['Glossary entry', 'Iontráil ghluaise'],
    many: ['Glossary entries', 'Iontrálacha gluaise'],
  },
  collection: { one: ['Collection', 'Bailiúchán'], many: ['Collections', 'Bailiúcháin'] },
};

/** The facets of the search. */
export const FACET_NAMES: Readonly<Record<string, readonly [en: string, ga: string]>> = {
  kind: ['Kind', 'Cineál'],
  collection: ['Collection', 'Bailiúchán'],
  county: ['County', 'Contae'],
  decade: ['Decade', 'Deich mbliana'],
  topic: ['Topic', 'Ábhar'],
  role: ['Role', 'Ról'],
  language: ['Language', 'Teanga'],
};

/** Values of facets that are no records of the release. */
export const FACET_VALUES: Readonly<Record<string, readonly [en: string, ga: string]>> = {
  collector: ['Collector', 'Bailitheoir'],
  informant: ['Informant', 'Faisnéiseoir'],
  relevantPerson: ['Relevant person', 'Duine ábhartha'],
  teacher: ['Teacher', 'Múinteoir'],
  photographer: ['Photographer', 'Grianghrafadóir'],
  ga: ['Irish', 'Gaeilge'],
  en: ['English', 'Béarla'],
  place: ['Place-names database', 'Bunachar logainmneacha'],
};

/** The questions of a release in Irish, by their numbers; in English they are the first line of their files. */
export const QUESTIONS_IN_IRISH: Readonly<Record<string, string>> = {
  q01: 'Cad a bailíodh nó ar tógadh grianghraf de i gcontae amháin i mblianta áirithe?',
  q02: 'Cad a rinne duine amháin, agus cé mhéad uair?',
  q03: 'Cé mhéad béaloidis a scríobhadh síos i nGaeilge, de réir deich mbliana?',
  q04: 'Cé os cionn 75 a d’inis rud éigin do pháistí Bhailiúchán na Scol?',
  q05: 'Cé mhéad scéal atá ann faoi gach ábhar, ábhair níos leithne san áireamh?',
  q06: 'Cad a chualathas ó sheantuismitheoirí agus ó ghaolta eile, agus cad ó strainséirí?',
  q07: 'Cé na saothair a bhaineann le háit sa chuid seo den léarscáil?',
  q08: 'Cé na leathanaigh a líonann mír amháin, agus cad eile atá ar gach ceann díobh?',
  q09: 'Conas a leanann scéal ar aghaidh a scríobhadh síos i roinnt míreanna?',
  q10: 'Cé na háiteanna a bhfuil focal áirithe ina n-ainm?',
  q11: 'Cén áit í seanáit anois?',
  q12: 'An bhfuil an chartlann agus an bunachar logainmneacha ar aon fhocal faoin áit ar rugadh daoine?',
  q13: 'Cé na háiteanna atá in áit eile mar shonraí nasctha, agus cé mhéad saothar a thugann siad?',
  q14: 'Cé a bhailigh ó cé, agus cé mhéad uair?',
  q15: 'Cé na téacsanna tras-scríofa is féidir liom a athúsáid, agus cé dó a gcaithfidh mé creidiúint a thabhairt?',
  q16: 'Cé na dátaí a ndearna an chartlann tátal orthu?',
};
