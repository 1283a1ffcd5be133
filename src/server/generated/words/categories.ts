import { rowsOf } from './rows.js';

/** Categories of places: code, English, Irish, their plurals, and `unit` or `feature`. */
export const CATEGORY_ROWS = rowsOf(
  `
  CUIGE|province|cúige|provinces|cúigí|unit
  CON|county|contae|counties|contaetha|unit
  BAR|barony|barúntacht|baronies|barúntachtaí|unit
  PAR|civil parish|paróiste dlí|civil parishes|paróistí dlí|unit
  BF|townland|baile fearainn|townlands|bailte fearainn|unit
  B|town|baile|towns|bailte|unit
  SRB|village|sráidbhaile|villages|sráidbhailte|unit
  SR|street|sráid|streets|sráideanna|unit
  ABH|river|abhainn|rivers|aibhneacha|feature
  CARR|rock|carraig|rocks|carraigeacha|feature
  CNOC|hill|cnoc|hills|cnoic|feature
  CUAN|harbour|cuan|harbours|cuanta|feature
  DROI|bridge|droichead|bridges|droichid|feature
  GLE|glen|gleann|glens|gleannta|feature
  LOCH|lake|loch|lakes|lochanna|feature
  OIL|island|oileán|islands|oileáin|feature
  TOB|well|tobar|wells|toibreacha|feature
  TRÁ|strand|trá|strands|tránna|feature
  UAIM||uaimh|||feature
  `,
  6,
);

/** What names of features begin with: category, Irish, English spelling. */
export const FEATURE_ROWS = rowsOf(
  `
  ABH|Abhainn|Own
  CARR|Carraig|Carrig
  CNOC|Cnoc|Knock
  CUAN|Cuan|Coon
  DROI|Droichead|Drehid
  GLE|Gleann|Glen
  LOCH|Loch|Lough
  OIL|Oileán|Illan
  TOB|Tobar|Tubber
  TRÁ|Trá|Tra
  UAIM|Uaimh|Oov
  `,
  3,
);

/** Streets: Irish and English. */
export const STREET_ROWS = rowsOf(
  `
  An tSráid Mhór|Main Street
  Sráid an Teampaill|Church Street
  Sráid an Mhuilinn|Mill Street
  Lána an Mhuilinn|Mill Lane
  Sráid an Chaisleáin|Castle Street
  Sráid an Droichid|Bridge Street
  Bóthar na Trá|Strand Road
  Bóthar na Scoile|School Road
  Cearnóg an Mhargaidh|Market Square
  Sráid an Mhargaidh|Market Street
  An Ché|The Quay
  Plás an Tobair|Well Place
  Sráid na mBráthar|Friary Street
  Ascaill na Fuinseoige|Ash Avenue
  Garrán an Iúir|Yew Grove
  Corrán na Gréine|Sun Crescent
  Rae an Easpaig|Bishop’s Terrace
  Sráid Nua|New Street
  An tSráid Íochtarach|Lower Street
  Siúlán na hAbhann|River Walk
  `,
  2,
);
