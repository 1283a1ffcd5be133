import { parseWordRows } from './table.js';

/** Given names of men in both languages. */
export const MALE_NAMES = parseWordRows(
  `
  Seán|John
  Séamas|James
  Pádraig|Patrick
  Micheál|Michael
  Tomás|Thomas
  Tadhg|Timothy
  Diarmaid|Dermot
  Donncha|Denis
  Domhnall|Daniel
  Conchúr|Cornelius
  Liam|William
  Eoghan|Owen
  Peadar|Peter
  Proinsias|Francis
  Mánas|Manus
  Brian|Bernard
  Cathal|Charles
  Niall|Neil
  Aodh|Hugh
  Maitiú|Matthew
  Máirtín|Martin
  Riocard|Richard
  Éamann|Edmund
  Fionnbharr|Finbarr
  `,
  2,
);

/** Given names of women in both languages. */
export const FEMALE_NAMES = parseWordRows(
  `
  Máire|Mary
  Bríd|Bridget
  Cáit|Kate
  Nóra|Nora
  Siobhán|Joan
  Síle|Sheila
  Eibhlín|Eileen
  Áine|Anne
  Peig|Peg
  Sorcha|Sarah
  Róise|Rose
  Gráinne|Grace
  Úna|Winifred
  Máiréad|Margaret
  Caitríona|Catherine
  Neilí|Nelly
  Eilís|Elizabeth
  Sinéad|Jane
  Méabh|Maeve
  Fionnuala|Flora
  Hanna|Hannah
  Baibín|Barbara
  `,
  2,
);

/** How invented surnames begin, in both languages. */
export const SURNAME_HEADS = parseWordRows(
  `
  Breas|Bras
  Cairb|Carb
  Clóth|Clo
  Creamh|Craw
  Colg|Colg
  Cuirc|Quirk
  Dáibh|Dav
  Dearc|Dark
  Draigh|Dry
  Duibhf|Duff
  Feich|Feigh
  Fiang|Fing
  Gairbh|Garv
  Gleois|Glosh
  Guair|Goor
  Loing|Ling
  Luibhn|Liv
  Mealg|Mellig
  Muing|Mung
  Rinn|Rin
  Ruaidhl|Rowl
  Scoith|Skea
  Sneadh|Snay
  Tuathl|Toal
  `,
  2,
);

/** How they end. */
export const SURNAME_TAILS = parseWordRows(
  `
  acháin|ahan
  agáin|igan
  alaigh|ally
  aráin|aran
  asaigh|assy
  áin|ane
  ara|ary
  úin|oon
  ógáin|ogan
  eartaigh|erty
  `,
  2,
);

/** By what a person is called beside the surname, in Irish and English. */
export const BYNAMES = parseWordRows(
  `
  Rua|the Red
  Mór|the Tall
  Óg|the Younger
  an Droichid|of the Bridge
  an Chnoic|of the Hill
  na Trá|of the Strand
  Táilliúir|the Tailor
  Gabha|the Smith
  `,
  2,
);

/** What volunteers who transcribe call themselves; a number follows now and then. */
export const USER_NAMES = parseWordRows(
  `
  DuilleogChopóige
  Gráinneog
  inkhorn
  quietreader
  CatNaLeabhar
  penny_wise
  Spideog
  hawthorn
  an_léitheoir
  marginalia
  Fáinleog
  slowhand
  `,
  1,
);
