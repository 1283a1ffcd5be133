/** A text in both languages. */
export interface Words {
  readonly en: string;
  readonly ga: string;
}

/** What an archivist can do about a finding; `wrong` where the message of its shape is for data engineers. */
interface Remedy {
  readonly wrong?: Words;
  readonly right: Words;
}

const remedy = (en: string, ga: string, wrongEn?: string, wrongGa?: string): Remedy => ({
  right: { en, ga },
  ...(wrongEn === undefined || wrongGa === undefined ? {} : { wrong: { en: wrongEn, ga: wrongGa } }),
});

const A_NAME = remedy(
  'the name as it is written, or no person where there is no name',
  'an t-ainm mar a scríobhadh é, nó gan duine a lua mura bhfuil ainm ann',
  'No name of the person is known.',
  'Níl ainm an duine ar eolas.',
);

const LISTED_CODE = (en: string, ga: string): Remedy =>
  remedy(
    'a code of the list, or an addition to the list',
    'cód atá ar an liosta, nó cód nua a chur leis an liosta',
    en,
    ga,
  );

const IN_LIST = LISTED_CODE(
  'The code is not in the documented list; it is published as it was sent.',
  'Níl an cód ar an liosta doiciméadaithe; foilsítear é mar a seoladh é.',
);

const WHOLE_NUMBER = remedy(
  'a whole number from 0 upwards',
  'slánuimhir ó 0 suas',
  'The distance within the grid square is not a number that can be used.',
  'Ní uimhir inúsáidte é an fad laistigh den chearnóg.',
);

const AN_EXISTING = remedy(
  'the number of a record that exists and is public, or none',
  'uimhir taifid atá ann agus atá poiblí, nó gan uimhir ar bith',
);

/** By shape, or by shape and property, or by shape, property and constraint; problems of dates by their code. */
export const REMEDIES: Readonly<Record<string, Remedy>> = {
  'dateProblem invalid-day': remedy(
    'a day that the month has',
    'lá atá sa mhí',
    'The day of the date does not exist.',
    'Níl a leithéid de lá ann.',
  ),
  'dateProblem invalid-month': remedy(
    'a month from 1 to 12',
    'mí idir 1 agus 12',
    'The month of the date does not exist.',
    'Níl a leithéid de mhí ann.',
  ),
  'dateProblem day-without-month': remedy(
    'the month too, or no day',
    'an mhí chomh maith, nó gan lá',
    'The date has a day but no month.',
    'Tá lá sa dáta ach níl mí ann.',
  ),
  'dateProblem no-year': remedy('a year', 'bliain', 'The date has no year.', 'Níl bliain sa dáta.'),
  'dateProblem single-and-period': remedy(
    'either one date or a period',
    'dáta amháin nó tréimhse, ceann acu',
    'The date is given both as one date and as a period.',
    'Tá an dáta tugtha mar dháta amháin agus mar thréimhse araon.',
  ),
  'dateProblem contradiction': remedy(
    'a date within the period, or one of the two',
    'dáta laistigh den tréimhse, nó ceann acu amháin',
    'The single date lies outside the period that is given with it.',
    'Tá an dáta aonair lasmuigh den tréimhse a ghabhann leis.',
  ),
  'dateProblem reversed': remedy(
    'a start before the end',
    'tús atá roimh an deireadh',
    'The period ends before it starts.',
    'Críochnaíonn an tréimhse sula dtosaíonn sí.',
  ),
  'dateProblem iso-only': remedy(
    'year, month and day as numbers',
    'bliain, mí agus lá mar uimhreacha',
    'The date is given as text only, without numbers.',
    'Níl an dáta tugtha ach mar théacs, gan uimhreacha.',
  ),
  'dateProblem iso-finer': remedy(
    'the same precision in both fields',
    'an cruinneas céanna sa dá réimse',
    'The date as text says more than the date as numbers.',
    'Tá níos mó sa dáta mar théacs ná sa dáta in uimhreacha.',
  ),
  'dateProblem iso-unreadable': remedy(
    'a date of the form 1938-03-01, or a length of the form P3Y',
    'dáta den fhoirm 1938-03-01, nó fad den fhoirm P3Y',
    'The date as text cannot be read.',
    'Ní féidir an dáta mar théacs a léamh.',
  ),
  'dateProblem iso-mismatch': remedy(
    'the same date in both fields',
    'an dáta céanna sa dá réimse',
    'The date as numbers and the date as text differ.',
    'Tá difríocht idir an dáta in uimhreacha agus an dáta mar théacs.',
  ),
  'dateProblem unknown-accuracy': remedy(
    'APPROX, INFER, QUESTION, or none',
    'APPROX, INFER, QUESTION, nó gan ceann ar bith',
    'The accuracy of the date is not in its list.',
    'Níl cruinneas an dáta ar an liosta.',
  ),
  'dateProblem implausible-year': remedy(
    'a year from 1000 to the year of the harvest',
    'bliain idir 1000 agus bliain an bhailithe',
    'The year of the date is implausible.',
    'Is neamhdhóchúil bliain an dáta.',
  ),
  'PersonRecord name MinCount': A_NAME,
  'PersonObservation name MinCount': A_NAME,
  'PersonObservation hasAge MaxCount': remedy(
    'the age in each telling as it is written',
    'an aois mar a scríobhadh í i ngach insint',
    'The person is recorded with more than one age.',
    'Taifeadtar níos mó ná aois amháin don duine.',
  ),
  PlaceHasName: remedy('at least one name with its wording', 'ainm amháin ar a laghad, lena fhoclaíocht'),
  'Place name MinCount': remedy(
    'one name marked as main',
    'príomhainm amháin',
    'The place has names, but none of them is marked as main.',
    'Tá ainmneacha ag an áit, ach níl príomhainm orthu.',
  ),
  'Place name UniqueLang': remedy(
    'one main name in each language',
    'príomhainm amháin i ngach teanga',
    'The place has more than one main name in the same language.',
    'Tá níos mó ná príomhainm amháin sa teanga chéanna ag an áit.',
  ),
  label: remedy(
    'a name or a title',
    'ainm nó teideal',
    'The record has neither name nor title.',
    'Níl ainm ná teideal ag an taifead.',
  ),
  unmappedCode: IN_LIST,
  'unmappedCode Link': remedy(
    'a whole web address, and a kind of link that the list has',
    'seoladh gréasáin iomlán, agus cineál naisc atá ar an liosta',
    'The link has no web address that can be used, or its kind is not in the documented list.',
    'Níl seoladh gréasáin inúsáidte ag an nasc, nó níl a chineál ar an liosta doiciméadaithe.',
  ),
  genderCode: LISTED_CODE(
    'The code for the gender is not one that can be read; it is published as it was sent.',
    'Ní féidir an cód inscne a léamh; foilsítear é mar a seoladh é.',
  ),
  'Photograph conditionCode MaxCount': LISTED_CODE(
    'The code for the condition has no documented meaning; it is published as it was sent.',
    'Níl brí dhoiciméadaithe leis an gcód don bhail; foilsítear é mar a seoladh é.',
  ),
  'Geometry coordinateSourceText MaxCount': LISTED_CODE(
    'The source of the coordinates is not in the documented list; it is published as it was sent.',
    'Níl foinse na gcomhordanáidí ar an liosta doiciméadaithe; foilsítear í mar a seoladh í.',
  ),
  PointInIreland: remedy(
    'latitude 51 to 56 and longitude -11 to -5; check whether they were exchanged',
    'domhanleithead idir 51 agus 56 agus domhanfhad idir -11 agus -5; féach ar malartaíodh iad',
    'The point lies outside Ireland.',
    'Tá an pointe lasmuigh d’Éirinn.',
  ),
  'GeoCoordinates latitude': remedy(
    'a number from -90 to 90, in Ireland 51 to 56',
    'uimhir idir -90 agus 90; in Éirinn idir 51 agus 56',
    'The latitude does not exist.',
    'Níl a leithéid de dhomhanleithead ann.',
  ),
  'GeoCoordinates longitude': remedy(
    'a number from -180 to 180, in Ireland -11 to -5',
    'uimhir idir -180 agus 180; in Éirinn idir -11 agus -5',
    'The longitude does not exist.',
    'Níl a leithéid de dhomhanfhad ann.',
  ),
  'GridReference gridSquare Pattern': remedy(
    'a square of one or two letters, never I',
    'cearnóg d’aon litir nó de dhá litir, gan I',
    'The square of the grid reference does not exist.',
    'Níl a leithéid de chearnóg san eangach.',
  ),
  'GridReference gridEasting': WHOLE_NUMBER,
  'GridReference gridNorthing': WHOLE_NUMBER,
  'Contribution age MinInclusive': remedy(
    'an age of 0 or more',
    'aois 0 nó níos mó',
    'The age is below 0.',
    'Tá an aois faoi bhun 0.',
  ),
  'Contribution age LessThanOrEquals': remedy(
    'an age that is not above the upper age',
    'aois nach airde ná an uasaois',
    'The age is above the upper age of its range.',
    'Tá an aois níos airde ná uasaois an raoin.',
  ),
  'Contribution age MaxInclusive': remedy(
    'the age as written; 110 or less is expected',
    'an aois mar a scríobhadh í; meastar í a bheith 110 ar a mhéad',
    'The age is above 110.',
    'Tá an aois os cionn 110.',
  ),
  positionExpected: remedy(
    'a whole number',
    'slánuimhir',
    'The listing order is missing or not a number, so the order of the record is not known.',
    'Tá an t-ord liostaithe ar iarraidh nó ní uimhir é: níl ord an taifid ar eolas.',
  ),
  ItemHasTitleOrExtract: remedy(
    'a title, or the first words of the text as extract',
    'teideal, nó tús an téacs mar shliocht',
  ),
  'Item onPage MinCount': remedy(
    'the numbers of the pages that the item is on',
    'uimhreacha na leathanach a bhfuil an mhír orthu',
    'The item has no page that is published.',
    'Níl aon leathanach foilsithe ag an mír.',
  ),
  'Photograph identifier MinCount': remedy(
    'the reference number of the photograph',
    'uimhir thagartha an ghrianghraif',
    'The photograph has no reference number.',
    'Níl uimhir thagartha ag an ngrianghraf.',
  ),
  reading: remedy(
    'a record as the specification of the service describes it',
    'taifead de réir shonraíocht na seirbhíse',
  ),
  identity: remedy('a number of its own for each record', 'a uimhir féin do gach taifead'),
  gate: remedy(
    'text without control characters or half characters, and a whole web address',
    'téacs gan charachtair rialúcháin ná leathcharachtair, agus seoladh gréasáin iomlán',
    'The value has characters that cannot be published.',
    'Tá carachtair sa luach nach féidir a fhoilsiú.',
  ),
  X1: remedy(
    AN_EXISTING.right.en,
    AN_EXISTING.right.ga,
    'The page is in no record of the collection.',
    'Níl an leathanach in aon taifead den bhailiúchán.',
  ),
  X2: remedy('a page of the volume that the item is in', 'leathanach den imleabhar ina bhfuil an mhír'),
  X3: remedy(
    'the first and the last of the pages of the item',
    'an chéad leathanach agus an leathanach deireanach de chuid na míre',
  ),
  X4: remedy('links of both items that agree', 'naisc sa dá mhír a thagann le chéile'),
  X5: remedy('the same people', 'na daoine céanna'),
  X7: remedy('a number of its own for each person', 'a uimhir féin do gach duine'),
  X8: AN_EXISTING,
  X9: remedy('the name in the place-names database', 'an t-ainm sa bhunachar logainmneacha'),
  X10: LISTED_CODE(
    'The code is used, but the list of the service does not have it.',
    'Tá an cód in úsáid, ach níl sé ar liosta na seirbhíse.',
  ),
  X11: remedy('a place that is larger, or that still exists', 'áit atá níos mó, nó áit atá ann fós'),
  X12: remedy('the same focus in all places of the cluster', 'an fócas céanna i ngach áit sa bhraisle'),
  X13: remedy('the same birthplace in both databases', 'an áit bhreithe chéanna sa dá bhunachar'),
  X14: remedy(
    'the codes of one scheme, and that scheme in the configuration',
    'cóid aon scéime amháin, agus an scéim sin sa chumraíocht',
  ),
  X15: remedy('no reference to a record that is not public', 'gan tagairt do thaifead nach bhfuil poiblí'),
  X17: remedy(
    'as many records as before, or a reason for the change',
    'an líon céanna taifead, nó cúis leis an athrú',
  ),
  X18: remedy('nothing to do', 'níl aon rud le déanamh'),
  X19: remedy(
    'a reference number that begins with the code of its topic',
    'uimhir thagartha a thosaíonn le cód an ábhair',
  ),
  X20: remedy('the collector of each informant', 'bailitheoir gach faisnéiseora'),
  X21: remedy('the place that it was merged into', 'an áit ar cumascadh í léi'),
  X22: remedy(
    'nothing to do, or the same point in both databases',
    'níl aon rud le déanamh, nó an pointe céanna sa dá bhunachar',
  ),
  X23: remedy(
    'the address in the one record that it is about',
    'an seoladh sa taifead amháin a bhaineann leis',
  ),
  X24: remedy('the list of codes of the service', 'liosta cód na seirbhíse'),
};
