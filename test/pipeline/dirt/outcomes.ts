import { UNKNOWN_ID } from '../../../src/services/generated-world/defects.js';

/**
 * What ought to come of each way in which the generator makes records dirty, by the model and wire-format.md, not by
 * the program. In the words of `inWords`: `warning #date dateProblem`; and of `notesIn`: `#date dateProblem no-year`.
 */
export interface Outcome {
  /**
   * - `clean`: healed, the record says what it would have said without dirt;
   * - `published`: as it stands, with what is found in it;
   * - `rejected`, `unreadable`: in quarantine;
   * - `withheld`: not for the public.
   */
  readonly becomes: 'clean' | 'published' | 'rejected' | 'unreadable' | 'withheld';
  /** What is found in the record, beside what is found in it without dirt. */
  readonly finds: readonly string[];
  /** What is written down in it of what nobody could read. */
  readonly notes: readonly string[];
  /** Of which of its fields nothing is found or noted any more: `#date dateProblem`. */
  readonly replaces: readonly string[];
  /** What is found in records that only this one speaks of. */
  readonly elsewhere: readonly (readonly [record: string, finding: string])[];
}

const outcome =
  (becomes: Outcome['becomes']) =>
  (finds: readonly string[] = [], more: Partial<Outcome> = {}): Outcome => ({
    becomes,
    finds,
    notes: [],
    replaces: [],
    elsewhere: [],
    ...more,
  });

const clean = outcome('clean')();
const published = outcome('published');
const rejected = outcome('rejected');
/** Published without the part that the violation is in (architecture, trim): one finding for each part. */
const trimmed = (violation: string): Outcome => published([`violation ${violation}`]);
const withheld = outcome('withheld')();
/** Obligatory fields but names (wire-format 3): what was read says nothing in one of them. */
const unreadable = outcome('unreadable')(['violation reading']);

/** A code outside its list (model 3.10): noted, and a warning. */
const unmapped = (at: string, ...codes: readonly string[]): Outcome =>
  published([`warning ${at}unmappedCode`], { notes: codes.map((code) => `${at}unmappedCode ${code}`) });

/** The same of what has a predicate of its own (model 3.3, 3.4, 3.9). */
const noted = (at: string, value: string): Outcome =>
  published([`warning ${at}`], { notes: [`${at} ${value}`], replaces: [at] });

/** Model 4.3, step by step. */
const PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  'ISO of another year': ['iso-mismatch'],
  'ISO of another month': ['iso-mismatch'],
  'ISO only': ['iso-only'],
  'ISO in words': ['iso-only', 'iso-unreadable'],
  // The string names a day of the year that the number states.
  'ISO without zeros': ['iso-finer'],
  'a day that is not': ['invalid-day'],
  'a month that is not': ['invalid-month'],
  'a day without month': ['day-without-month'],
  'a month without year': ['no-year'],
  'an end without year': ['no-year'],
  'its ends turned round': ['reversed'],
  'a day and a period': ['single-and-period'],
  'a day outside its period': ['contradiction', 'single-and-period'],
  'an unknown accuracy': ['unknown-accuracy'],
  'a digit lost': ['implausible-year', 'iso-unreadable'],
  'far ahead': ['implausible-year'],
};

/** A date may lack its year; every other problem is somebody's mistake. */
const severityOf = (problem: string): string => (problem === 'no-year' ? 'info' : 'warning');

/** A problem of a date: kept with its source, and reported (model 4.2, 7.1). */
const dates = (field: string, node: string): Readonly<Record<string, Outcome>> =>
  Object.fromEntries(
    Object.entries(PROBLEMS).map(([name, problems]) => [
      `${field}: ${name}`,
      published([...new Set(problems.map((problem) => `${severityOf(problem)} ${node} dateProblem`))], {
        notes: problems.map((problem) => `${node} dateProblem ${problem}`),
        replaces: [`${node} dateProblem`],
      }),
    ]),
  );

/** Text is plain (model 2.1): no tags, no control characters; half a character becomes U+FFFD. */
const TITLES: Readonly<Record<string, Outcome>> = {
  'title marked up': clean,
  'title with a control character': clean,
  'title cut off': published(),
  'title of digits': published(),
  'extract a dash': published(),
};

/** Model 7.1: of items no position is demanded. */
const ITEMS: Readonly<Record<string, Outcome>> = {
  ...TITLES,
  'order of nought': published(),
  'order in letters': published(),
  'language unknown': unmapped('', 'Language=xx'),
};

/** X1: no such page. */
const TITLE_PAGE_UNKNOWN = published(['warning X1 titlePage']);

const PAGES: Readonly<Record<string, Outcome>> = {
  'number marked up': clean,
  'order in letters': published(['warning position']),
  // A file name is a text; where files are fetched from is the operator's template.
  'image above its folder': published(),
};

/** The ways, by the generator's kinds; ought.ts has what depends on the record. */
export const OUTCOMES: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = {
  photograph: {
    ...dates('date', '#date'),
    'copyright unknown': unmapped('', 'CopyrightStatus=ZZZ'),
    'condition unknown': noted('conditionCode', '9'),
    'condition marked up': clean,
    'description of digits': published(),
    'description with a control character': clean,
    'reference with slashes': published(),
    // X19.
    'reference of another topic': published(['warning X19 identifier']),
    'reference missing': published(['info identifier'], { replaces: ['X19 identifier'] }),
    // As in a title.
    'reference with a control character': clean,
    'reference cut off': published(),
    // X10, told of the topic; the reference number begins with its code.
    'topic in no list': published([], { replaces: ['X19 identifier'] }),
    // Colours are undocumented and kept as they are (model 3.4).
    'format unknown': published(),
    'somebody named twice': clean,
  },
  person: {
    ...dates('birthDate', '#birth-date'),
    ...dates('deathDate', '#death-date'),
    // No rule of the model compares the two.
    'dead before born': published([], { replaces: ['#birth-date dateProblem', '#death-date dateProblem'] }),
    // docs/decisions, stubs and shared ids: so are the next two.
    'born twice': published(['warning birthPlace']),
    nameless: published(['warning name']),
    'named by digits': published(),
    'named twice': clean,
    'name marked up': clean,
    'name with a control character': clean,
    'name cut off': published(),
    'gender unknown': noted('genderCode', 'x'),
    'occupation in no list': published([], { elsewhere: [['cbed.occupation ???', 'warning X10']] }),
  },
  'manuscript part': { ...dates('date', '#date'), 'title page unknown': TITLE_PAGE_UNKNOWN },
  'manuscript item': {
    ...dates('date', '#date'),
    ...ITEMS,
    'type unknown': unmapped('', 'ContentType=ZZZ'),
    'mode and script unknown': unmapped('', 'ContentMode=ZZZ', 'Script=latin'),
    // X1 and X3.
    'last page unknown': published(['warning X1 lastPage', 'warning X3 lastPage']),
    'sequence unknown': unmapped('', 'Sequence=ZZZ'),
    'link to an unknown item': published(['warning X8 relatedItem']),
    'collector named twice': clean,
  },
  'manuscript page': PAGES,
  'schools part': { 'school marked up': clean, 'title page unknown': TITLE_PAGE_UNKNOWN },
  'schools item': {
    ...ITEMS,
    // Of people as recorded: see people.ts. Their names and gender are not said of the item.
    'informant nameless': clean,
    'informant without any name': clean,
    'informant under another name': clean,
    'informant of unknown gender': clean,
    'collector nameless': clean,
    'relationship unknown': unmapped('#role-informant ', 'CollectorRelationship=ZZZ'),
    'age of unknown sort': unmapped('#role-informant ', 'AgeQualifier=ZZZ'),
    // Model 7.1, contribution.
    'age above 900': published(['warning #role-informant age']),
    'ages turned round': trimmed('#role-informant age'),
    'age below nought': trimmed('#role-informant age'),
    'age of nought': published(),
    'pages missing': published(['warning onPage']),
    // X3.
    'pages turned round': published(['warning X3 firstPage']),
  },
  'schools page': PAGES,
  transcript: {
    'text a dash': published(),
    'text marked up': clean,
    'text with a control character': clean,
    'text of nothing but markup': unreadable,
    // Fail-closed: of an item that is not there nobody knows whether the public may see it (model 3.0).
    'of no item': withheld,
    'by number nought': published(),
    // Model 3.8: nobody, not a person.
    'by nobody': published(),
  },
  place: {
    // Placeholders are not looked for in placenames: the model has no rule for it.
    nameless: published(),
    'without any name': rejected(['violation PlaceHasName', 'violation label', 'warning name']),
    'name of digits': published(),
    'name marked up': clean,
    'name with a control character': clean,
    'name in capitals': published(),
    'name in no language': unmapped('#name ', 'Language=??'),
    'named twice': published(['info name']),
    'coordinates from an unknown source': noted('#geom coordinateSourceText', 'ZZZ'),
    'coordinates beyond the pole': trimmed('#pt latitude'),
    'coordinates turned round': published(['warning #pt PointInIreland']),
    'coordinates of nought': published(['warning #pt PointInIreland']),
    'grid square I': trimmed('#grid gridSquare'),
    'grid square unknown': trimmed('#grid gridSquare'),
    'grid reference below nought': trimmed('#grid gridEasting'),
    'link unknown': unmapped('', 'Link=ZZZ:n/a'),
    'link to a script': unmapped('', 'Link=WikipediaEn:javascript:alert(1)'),
    // Nothing links to what is no web address (model 3.9, link target).
    'address a script': published(),
    'same as a script': clean,
    'document unknown': published([], { elsewhere: [['resource 0', 'warning unmappedCode']] }),
    'extent unknown': unmapped('', 'PostOfficeExtent=ZZZ'),
    'category in no list': published([], { elsewhere: [['category ZZZ', 'warning X10']] }),
    'within nothing': published(['warning X8 containedInPlace']),
    'within itself': published(['warning X11 containedInPlace']),
    // X12 of the place; the cluster names a focus that is not there, X8.
    'in a cluster of strangers': published(['warning X12 inCluster'], {
      elsewhere: [[`cluster ${UNKNOWN_ID}`, 'warning X8 clusterFocus']],
    }),
  },
};
