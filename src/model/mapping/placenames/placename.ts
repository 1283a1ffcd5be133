import { fragment, webAddress } from '../../rdf/iris.js';
import type { LanguageMap, Node } from '../../rdf/node.js';
import type { Placename, SubName } from '../../schema/placenames/place.js';
import { inLanguage, languageTag, UNDETERMINED, withoutLanguage } from '../language.js';
import type { MappingContext, Wording } from '../mapping-context.js';

/**
 * The main names of a place and the others. A name is main if the source marks it or if it is the only one in a known
 * language. If none is, the first name is main, preferably one in a known language (model 3.9).
 */
export function namesOf(placenames: readonly Wording[]): { main: LanguageMap; others: LanguageMap } {
  const known = placenames.filter(({ language }) => languageTag(language) !== UNDETERMINED);
  const isAlone = (name: Wording) =>
    known.filter((other) => languageTag(other.language) === languageTag(name.language)).length === 1;
  const chosen = placenames.filter((name) => name.main || isAlone(name));
  const main = chosen.length > 0 ? chosen : (known.length > 0 ? known : placenames).slice(0, 1);
  return {
    main: wordings(main),
    others: wordings(placenames.filter((name) => !main.includes(name))),
  };
}

function wordings(placenames: readonly Wording[]): LanguageMap {
  const languages: Record<string, string[]> = {};
  for (const name of placenames) {
    const language = languageTag(name.language);
    languages[language] = [...(languages[language] ?? []), name.wording];
  }
  return languages;
}

/** One name of one place, with its status, genitive, recording and parts (model 3.9). */
export const describePlacename = (place: string, name: Placename, { iri }: MappingContext): Node => {
  const self = fragment.placename(place, name.id);
  const language = languageTag(name.language);
  return {
    id: self,
    type: ['Placename', 'skosxl:Label'],
    literalForm: inLanguage(language, name.wording),
    genitive: inLanguage('ga', name.genitive),
    mainName: name.main,
    acceptability: name.acceptability && iri.acceptability(name.acceptability.id),
    audio: name.audio && {
      id: fragment.audio(self),
      type: ['schema:AudioObject'],
      name: withoutLanguage(name.audio.fileName),
      contentUrl: name.audio.uri && webAddress(name.audio.uri),
    },
    subName: name.subNames.map((part) => describeSubName(self, language, part)),
    unmappedCode: unlawfulLanguage(name),
  };
};

/** An invalid language code, kept as unmapped; the name itself has the language `und`. */
const unlawfulLanguage = ({ language }: Placename): string[] =>
  language !== undefined && languageTag(language) === UNDETERMINED && language.toLowerCase() !== UNDETERMINED
    ? [`Language=${language}`]
    : [];

const describeSubName = (placename: string, language: string, part: SubName): Node => ({
  id: fragment.subName(placename, part),
  type: ['NamePart'],
  literalForm: inLanguage(language, part.text),
  disambiguates: part.disambiguates,
});
