import { rowsOf } from './rows.js';

/**
 * The counties: facts of the place-names database (wire-format 4). Identifier, English, Irish, its genitive,
 * degrees north and east times a hundred, province, `N` for Northern Ireland, `G` where Irish is spoken.
 */
export const COUNTY_ROWS = rowsOf(
  `
  100000|Antrim|Aontroim|Aontroma|5486|-622|Ulster|N
  100001|Armagh|Ard Mhacha|Ard Mhacha|5430|-659|Ulster|N
  100002|Dublin|Baile Átha Cliath|Bhaile Átha Cliath|5336|-628|Leinster|
  100003|Cavan|An Cabhán|an Chabháin|5398|-729|Ulster|
  100004|Carlow|Ceatharlach|Cheatharlach|5270|-680|Leinster|
  100005|Kerry|Ciarraí|Chiarraí|5212|-956|Munster|G
  100006|Kilkenny|Cill Chainnigh|Chill Chainnigh|5258|-722|Leinster|
  100007|Kildare|Cill Dara|Chill Dara|5316|-682|Leinster|
  100008|Wicklow|Cill Mhantáin|Chill Mhantáin|5298|-637|Leinster|
  100009|Clare|An Clár|an Chláir|5287|-898|Munster|
  100010|Cork|Corcaigh|Chorcaí|5197|-871|Munster|G
  100011|Derry|Doire|Dhoire|5492|-687|Ulster|N
  100012|Down|An Dún|an Dúin|5436|-593|Ulster|N
  100013|Donegal|Dún na nGall|Dhún na nGall|5492|-795|Ulster|G
  100014|Fermanagh|Fear Manach|Fhear Manach|5436|-764|Ulster|N
  100015|Galway|Gaillimh|na Gaillimhe|5336|-894|Connacht|G
  100016|Westmeath|An Iarmhí|na hIarmhí|5354|-746|Leinster|
  100017|Laois|Laois|Laoise|5299|-733|Leinster|
  100018|Leitrim|Liatroim|Liatroma|5413|-800|Connacht|
  100019|Wexford|Loch Garman|Loch Garman|5248|-657|Leinster|
  100020|Longford|An Longfort|an Longfoirt|5373|-770|Leinster|
  100021|Louth|Lú|Lú|5390|-649|Leinster|
  100022|Limerick|Luimneach|Luimnigh|5251|-875|Munster|
  100023|Mayo|Maigh Eo|Mhaigh Eo|5391|-927|Connacht|G
  100024|Meath|An Mhí|na Mí|5365|-668|Leinster|G
  100025|Monaghan|Muineachán|Mhuineacháin|5416|-691|Ulster|
  100026|Waterford|Port Láirge|Phort Láirge|5219|-760|Munster|G
  100027|Roscommon|Ros Comáin|Ros Comáin|5375|-827|Connacht|
  100028|Sligo|Sligeach|Shligigh|5414|-861|Connacht|
  100029|Tipperary|Tiobraid Árann|Thiobraid Árann|5267|-788|Munster|
  100030|Tyrone|Tír Eoghain|Thír Eoghain|5462|-722|Ulster|N
  100031|Offaly|Uíbh Fhailí|Uíbh Fhailí|5322|-760|Leinster|
  `,
  8,
);

/** The provinces: English, Irish, its genitive, degrees times a hundred. */
export const PROVINCE_ROWS = rowsOf(
  `
  Ulster|Cúige Uladh|Chúige Uladh|5460|-710
  Munster|Cúige Mumhan|Chúige Mumhan|5230|-860
  Leinster|Cúige Laighean|Chúige Laighean|5310|-690
  Connacht|Cúige Chonnacht|Chúige Chonnacht|5370|-890
  `,
  5,
);
