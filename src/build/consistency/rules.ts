import type { Finding, Severity } from '../../model/shacl/finding.js';

/** A rule that no shape can express. */
interface Rule {
  readonly severity: Severity;
  /** The message, in English and in Irish. */
  readonly en: string;
  readonly ga: string;
}

/** The rules of model 7.3 by number, without those that are shapes. */
export const RULES = {
  X1: {
    severity: 'warning',
    en: 'The page is in no record of this collection.',
    ga: 'Níl an leathanach in aon taifead den bhailiúchán seo.',
  },
  X2: {
    severity: 'warning',
    en: 'The page belongs to another volume than the part of the item.',
    ga: 'Tá an leathanach in imleabhar eile seachas an t-imleabhar a bhfuil cuid na míre ann.',
  },
  X3: {
    severity: 'warning',
    en: 'The first and the last page must be among the pages of the item, and the first must not come after the last.',
    ga: 'Ní mór don chéad leathanach agus don leathanach deireanach a bheith i measc leathanach na míre, agus gan an chéad cheann a theacht i ndiaidh an chinn dheireanaigh.',
  },
  X4: {
    severity: 'warning',
    en: 'The items do not agree about which of them follows the other, or about the part and page of the one linked to.',
    ga: 'Ní thagann na míreanna le chéile faoi cé acu a leanann an ceann eile, nó faoin gcuid agus faoi leathanach na míre a bhfuil nasc léi.',
  },
  X5: {
    severity: 'violation',
    en: 'The direct properties of a role and its contributions do not name the same people.',
    ga: 'Ní hiad na daoine céanna a ainmníonn airíonna díreacha an róil agus na rannpháirtíochtaí.',
  },
  X7: {
    severity: 'warning',
    en: 'One id has people of different names: each story has a person of its own.',
    ga: 'Seasann aitheantóir amháin do dhaoine a bhfuil ainmneacha difriúla orthu: tá a dhuine féin ag gach insint.',
  },
  X8: {
    severity: 'warning',
    en: 'The record refers to one that is not in this release.',
    ga: 'Tagraíonn an taifead do cheann nach bhfuil san eisiúint seo.',
  },
  X9: {
    severity: 'info',
    en: 'The archive and the place-names database name the place differently.',
    ga: 'Tá ainmneacha difriúla ag an gcartlann agus ag an mbunachar logainmneacha ar an áit.',
  },
  X10: {
    severity: 'warning',
    en: 'The code is used, but the list of the service does not have it.',
    ga: 'Tá an cód in úsáid, ach níl sé ar liosta na seirbhíse.',
  },
  X11: {
    severity: 'warning',
    en: 'A place lies in itself, or what it was merged into leads back to itself and to no place.',
    ga: 'Tá áit suite inti féin, nó filleann an rud lenar cumascadh í air féin gan áit a bhaint amach.',
  },
  X12: {
    severity: 'warning',
    en: 'The places of a cluster do not agree about its focus.',
    ga: 'Ní aontaíonn áiteanna na braisle faoina fócas.',
  },
  X13: {
    severity: 'info',
    en: 'The people database and the place-names database give different birthplaces for one biography.',
    ga: 'Luann bunachar na ndaoine agus an bunachar logainmneacha áiteanna breithe difriúla do bheathaisnéis amháin.',
  },
  X14: {
    severity: 'warning',
    en: 'The gender codes of the collection contradict the configured scheme: no gender is stated in it.',
    ga: 'Bréagnaíonn cóid inscne an bhailiúcháin an scéim chumraithe: ní luaitear inscne ann.',
  },
  X15: {
    severity: 'violation',
    en: 'The record refers to one that is withheld.',
    ga: 'Tagraíonn an taifead do cheann atá coinnithe siar.',
  },
  X17: {
    severity: 'warning',
    en: 'The number of records has changed by more than is usual since the release before.',
    ga: 'Tá athrú neamhghnách mór tagtha ar líon na dtaifead ón eisiúint roimhe seo.',
  },
  X18: {
    severity: 'info',
    en: 'The id of the person is its VIAF id.',
    ga: 'Is ionann aitheantóir an duine agus a aitheantóir VIAF.',
  },
  X19: {
    severity: 'warning',
    en: 'The reference number does not begin with the code of the handbook topic, or topics under one letter have different headings.',
    ga: 'Ní thosaíonn an uimhir thagartha le cód ábhair an lámhleabhair, nó tá ceannteidil dhifriúla ar ábhair faoi aon litir amháin.',
  },
  X20: {
    severity: 'info',
    en: 'Several informants have a relationship and there are several collectors: it is not said whose relative each is.',
    ga: 'Tá gaol luaite le roinnt faisnéiseoirí agus tá roinnt bailitheoirí ann: ní deirtear cé leis a bhfuil gaol ag gach duine acu.',
  },
  X21: {
    severity: 'info',
    en: 'The archive speaks of a place that the place-names database has merged into another.',
    ga: 'Luann an chartlann áit a chumaisc an bunachar logainmneacha le háit eile.',
  },
  X22: {
    severity: 'info',
    en: 'The archive and the place-names database have the place at different points: the point of the database is published.',
    ga: 'Tá an áit ag pointí éagsúla ag an gcartlann agus ag an mbunachar logainmneacha: pointe an bhunachair a fhoilsítear.',
  },
  X23: {
    severity: 'info',
    en: 'Several records give this address: it is published as a close match of each, and as the same as none.',
    ga: 'Tugann roinnt taifead an seoladh seo: foilsítear é mar dhlúth-mheaitseáil le gach ceann acu, agus ní mar an gcéanna le ceann ar bith.',
  },
  X24: {
    severity: 'warning',
    en: 'The list of the service is empty or was not sent: the codes in use cannot be compared with it.',
    ga: 'Tá liosta na seirbhíse folamh nó níor seoladh é: ní féidir na cóid atá in úsáid a chur i gcomparáid leis.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof RULES;

/** A text of the source as the value of a finding, written as in N-Triples. */
export const quoted = (text: string, language?: string): string =>
  `${JSON.stringify(text)}${language === undefined ? '' : `@${language}`}`;

/** A finding of a rule. */
export function ruleFinding(
  rule: RuleName,
  at: { readonly focus: string; readonly path?: string; readonly value?: string },
): Finding {
  const { severity, en, ga }: Rule = RULES[rule];
  return { severity, ...at, constraint: 'Reference', shape: rule, message: en, messageGA: ga };
}
