import type { Publication } from '../../rdf/iris.js';
import type { LanguageMap } from '../../rdf/node.js';
import { LICENCE_NAMES, licenceOfPublication, publisherOf, type ReleaseFacts } from '../facts.js';

/** The credit line of a publication: that of its publisher, or else its name and licence. */
export function creditOf(
  publication: Publication,
  { publishers, label }: Pick<ReleaseFacts, 'publishers' | 'label'>,
): string {
  const { credit, name } = publishers[publisherOf(publication)];
  const { short } = LICENCE_NAMES[licenceOfPublication(publication)];
  return (
    credit ?? `${nameIn(name)}: ${PUBLICATIONS[publication].title.en}, ${label}, licensed under ${short}.`
  );
}

/** A name in English, or else in its first language. */
export const nameIn = (name: LanguageMap): string => name.en?.[0] ?? Object.values(name)[0]?.[0] ?? '';

/** A text in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly ga: string;
}

export const inBothLanguages = ({ en, ga }: Bilingual): LanguageMap => ({ en: [en], ga: [ga] });

/** Title, description, keywords and themes of a publication. */
export interface AboutPublication {
  readonly title: Bilingual;
  readonly description: Bilingual;
  readonly keywords: Readonly<Record<keyof Bilingual, readonly string[]>>;
  readonly themes: readonly ('education' | 'regions')[];
}

export const PUBLICATIONS: Readonly<Record<Publication, AboutPublication>> = {
  folklore: {
    title: { en: 'Folklore archive linked data', ga: 'Sonraí nasctha na cartlainne béaloidis' },
    description: {
      en: 'The catalogue of a folklore archive as linked data: manuscript volumes with their pages, parts and items, the material collected by schoolchildren with its transcripts, photographs, and the people who told, collected and wrote. Dates carry their doubts, people carry their roles, and places lead to the place-names database. Every record was checked against shapes that come with the data; nothing that the archive keeps to itself is in it.',
      ga: 'Catalóg cartlainne béaloidis mar shonraí nasctha: imleabhair lámhscríbhinní lena leathanaigh, a gcodanna agus a míreanna, an t-ábhar a bhailigh páistí scoile mar aon lena thras-scríbhinní, grianghraif, agus na daoine a d’inis, a bhailigh agus a scríobh. Tá a n-amhras ag gabháil leis na dátaí agus a róil ag gabháil leis na daoine, agus treoraíonn áiteanna chuig an mbunachar logainmneacha. Seiceáladh gach taifead de réir cruthanna a thagann leis na sonraí; níl aon rud ann a choinníonn an chartlann aici féin.',
    },
    keywords: {
      en: ['folklore', 'oral tradition', 'manuscripts', 'archives', 'photographs', 'Ireland', 'linked data'],
      ga: [
        'béaloideas',
        'traidisiún béil',
        'lámhscríbhinní',
        'cartlanna',
        'grianghraif',
        'Éire',
        'sonraí nasctha',
      ],
    },
    themes: ['education'],
  },
  placenames: {
    title: { en: 'Place-names linked data', ga: 'Sonraí nasctha logainmneacha' },
    description: {
      en: 'A place-names database of Ireland as linked data: places with their names in Irish and English, their kinds and what they lie in, coordinates and grid references, sound files, and the glossary of elements that names are made of. Places that were merged lead to the place they are now. Every record was checked against shapes that come with the data.',
      ga: 'Bunachar logainmneacha na hÉireann mar shonraí nasctha: áiteanna lena n-ainmneacha i nGaeilge agus i mBéarla, a gcineálacha agus a bhfuil thart orthu, comhordanáidí agus tagairtí eangaí, comhaid fuaime, agus gluais na n-eilimintí atá i logainmneacha. Treoraíonn áiteanna a cumascadh chuig an áit atá iontu anois. Seiceáladh gach taifead de réir cruthanna a thagann leis na sonraí.',
    },
    keywords: {
      en: ['place-names', 'toponymy', 'gazetteer', 'Irish language', 'Ireland', 'linked data'],
      ga: ['logainmneacha', 'logainmneolaíocht', 'gasaitéar', 'an Ghaeilge', 'Éire', 'sonraí nasctha'],
    },
    themes: ['education', 'regions'],
  },
};

/** The title of a release of a publication. */
export const titleOfRelease = (publication: Publication, label: string): Bilingual => {
  const { en, ga } = PUBLICATIONS[publication].title;
  return { en: `${en}, ${label}`, ga: `${ga}, ${label}` };
};

/** The titles of datasets. */
export const DATASET_TITLES: Readonly<Record<string, Bilingual>> = {
  collections: {
    en: 'The four collections and their archive',
    ga: 'Na ceithre bhailiúchán agus a gcartlann',
  },
  manuscripts: {
    en: 'Main manuscripts: volumes, pages, parts and items',
    ga: 'Na príomhlámhscríbhinní: imleabhair, leathanaigh, codanna agus míreanna',
  },
  schools: {
    en: 'Schools: volumes, pages, parts, items and topics',
    ga: 'Scoileanna: imleabhair, leathanaigh, codanna, míreanna agus topaicí',
  },
  'schools-people': {
    en: 'People of the schools collection, as they were recorded',
    ga: 'Daoine bhailiúchán na scol, mar a taifeadadh iad',
  },
  transcripts: { en: 'Transcripts by volunteers', ga: 'Tras-scríbhinní le hoibrithe deonacha' },
  transcribers: { en: 'Names of transcribers', ga: 'Ainmneacha tras-scríobhaithe' },
  photographs: { en: 'Photographs, and their topics', ga: 'Grianghraif, agus a dtopaicí' },
  people: { en: 'The people database, and occupations', ga: 'An bunachar daoine, agus gairmeacha' },
  locations: {
    en: 'Places, counties and countries that the collections name',
    ga: 'Áiteanna, contaetha agus tíortha a luann na bailiúcháin',
  },
  links: {
    en: 'What people, places and countries of the collections are elsewhere',
    ga: 'An rud is ea daoine, áiteanna agus tíortha na mbailiúchán in áiteanna eile',
  },
  places: {
    en: 'Places, their names, categories and glossary',
    ga: 'Áiteanna, a n-ainmneacha, catagóirí agus gluais',
  },
  'placenames-links': {
    en: 'What places are elsewhere',
    ga: 'An rud is ea áiteanna in áiteanna eile',
  },
  omissions: {
    en: 'Records that others refer to and the release does not hold',
    ga: 'Taifid a dtagraíonn taifid eile dóibh agus nach bhfuil san eisiúint',
  },
};

/** The title of a dataset, or else its name. */
export const titleOf = (dataset: string): Bilingual =>
  DATASET_TITLES[dataset] ?? { en: dataset, ga: dataset };

/** The titles of tables and maps, by the first word of their names. */
const DERIVED_TITLES: Readonly<Record<string, Bilingual>> = {
  items: { en: 'Items', ga: 'Míreanna' },
  photographs: { en: 'Photographs', ga: 'Grianghraif' },
  people: { en: 'People', ga: 'Daoine' },
  locations: { en: 'Locations of the collections', ga: 'Suíomhanna na mbailiúchán' },
  places: { en: 'Places', ga: 'Áiteanna' },
};

/** The title of a derived file, or else its name. */
export function titleOfDerived(path: string): Bilingual {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return DERIVED_TITLES[name.slice(0, name.indexOf('.'))] ?? { en: name, ga: name };
}
