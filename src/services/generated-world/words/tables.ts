/** A row of a table: one cell a column. */
export type WordRow = readonly string[];

/** Phrases of a list; a line break or ` / ` stands between two of them. */
export const parseWordLines = (list: string): readonly string[] => list.trim().split(/\n\s*| \/ /);

/** Rows of a table in the same form; `|` stands between two cells, which may be empty. */
export function parseWordRows(table: string): readonly WordRow[] {
  const rows = parseWordLines(table).map((row) => row.split('|'));
  const uneven = rows.find((row) => row.length !== rows[0]?.length);
  if (uneven !== undefined) throw new Error(`row with a wrong number of cells: ${uneven.join('|')}`);
  return rows;
}

/** A cell of a row; empty where the row has no such column. */
export const cell = (row: WordRow, column: number): string => row[column] ?? '';

/** Given names of men in both languages. */
export const MALE_NAMES = parseWordRows(`
  Seán|John / Séamas|James / Pádraig|Patrick / Micheál|Michael / Tomás|Thomas / Tadhg|Timothy
  Diarmaid|Dermot / Donncha|Denis / Domhnall|Daniel / Conchúr|Cornelius / Liam|William / Eoghan|Owen
  Peadar|Peter / Proinsias|Francis / Mánas|Manus / Brian|Bernard / Cathal|Charles / Niall|Neil / Aodh|Hugh
  Maitiú|Matthew / Máirtín|Martin / Riocard|Richard / Éamann|Edmund / Fionnbharr|Finbarr
`);

/** Given names of women in both languages. */
export const FEMALE_NAMES = parseWordRows(`
  Máire|Mary / Bríd|Bridget / Cáit|Kate / Nóra|Nora / Siobhán|Joan / Síle|Sheila / Eibhlín|Eileen
  Áine|Anne / Peig|Peg / Sorcha|Sarah / Róise|Rose / Gráinne|Grace / Úna|Winifred / Máiréad|Margaret
  Caitríona|Catherine / Neilí|Nelly / Eilís|Elizabeth / Sinéad|Jane / Méabh|Maeve / Fionnuala|Flora
  Hanna|Hannah / Baibín|Barbara
`);

/** The first halves of invented surnames, in both languages. */
export const SURNAME_HEADS = parseWordRows(`
  Breas|Bras / Cairb|Carb / Clóth|Clo / Creamh|Craw / Colg|Colg / Cuirc|Quirk / Dáibh|Dav / Dearc|Dark
  Draigh|Dry / Duibhf|Duff / Feich|Feigh / Fiang|Fing / Gairbh|Garv / Gleois|Glosh / Guair|Goor / Loing|Ling
  Luibhn|Liv / Mealg|Mellig / Muing|Mung / Rinn|Rin / Ruaidhl|Rowl / Scoith|Skea / Sneadh|Snay / Tuathl|Toal
`);

/** The second halves of invented surnames. */
export const SURNAME_TAILS = parseWordRows(`
  acháin|ahan / agáin|igan / alaigh|ally / aráin|aran / asaigh|assy / áin|ane / ara|ary / úin|oon
  ógáin|ogan / eartaigh|erty
`);

/** Bynames, in Irish and English. */
export const BYNAMES = parseWordRows(`
  Rua|the Red / Mór|the Tall / Óg|the Younger / an Droichid|of the Bridge / an Chnoic|of the Hill
  na Trá|of the Strand / Táilliúir|the Tailor / Gabha|the Smith
`);

/** User names of transcribers; some get a number. */
export const USER_NAMES = parseWordRows(`
  DuilleogChopóige / Gráinneog / inkhorn / quietreader / CatNaLeabhar / penny_wise / Spideog / hawthorn
  an_léitheoir / marginalia / Fáinleog / slowhand
`);

/** The first elements of Irish place-names: headword, meaning, other forms, gender, English spelling. */
export const GENERICS = parseWordRows(`
  achadh|field|achaidh|m|Agha / aill|cliff|faill|f|All / ard|height|aird|m|Ard / áth|ford|átha|m|Ath
  baile|homestead, townland, town||m|Bally / barr|top|bairr|m|Bar / béal|mouth, opening|béil|m|Bel
  bearna|gap|bearnan|f|Barna / bóthar|road|bóthair|m|Boher / buaile|milking-place, summer pasture||f|Boley
  bun|foot, bottom|buin|m|Bun / cabhán|hollow|cabháin|m|Cavan / caiseal|stone ring-fort|caisil|m|Cashel
  caladh|landing-place|calaidh|m|Calla / carn|cairn|cairn|m|Carn / carraig|rock|creag,creig|f|Carrick
  cathair|stone ring-fort|cathrach|f|Caher / ceann|head, end|cinn|m|Kin
  ceapach|plot for tillage|ceapaigh|f|Cappa / cill|church|ceall,cille|f|Kil / clár|plain, plank|cláir|m|Clar
  cloch|stone, stone building|cloiche|f|Clogh / clochán|stepping-stones, stone heap|clocháin|m|Cloghaun
  cluain|meadow, pasture|cluana|f|Cloon / cnoc|hill|cnoic|m|Knock / coill|wood|coille|f|Kyle
  cora|weir|coradh|f|Corra / corr|round hill|coirre|f|Cor / cúil|corner, nook|cúl|f|Cool
  currach|marsh|curraigh|m|Curra / doire|oak-wood, grove|doirí|m|Derry / droichead|bridge|droichid|m|Drehid
  droim|ridge|droma,druim|m|Drum / dún|fort|dúin|m|Dun / éadan|hill-brow|éadain|m|Eden
  eanach|marsh|eanaigh|m|Anna / eiscir|gravel ridge|eiscreach|f|Esker
  garraí|enclosed garden|garraithe|m|Garry / gleann|glen|gleanna|m|Glen / gort|field|gurt,goirt|m|Gort
  gráinseach|grange|gráinsí|f|Gransha / inis|island|inse|f|Inish / leac|flagstone|leice|f|Lack
  leaba|bed, grave|leapa|f|Labba / leitir|wet hillside|leitreach|f|Letter / lios|ring-fort|leasa|m|Lis
  loch|lake|locha|m|Lough / log|hollow|loig|m|Lug / machaire|plain||m|Maghera / maigh|plain|má,muighe|f|Moy
  mainistir|monastery|mainistreach|f|Monaster / mín|smooth hill-pasture|míne|f|Meen
  móin|bog, turf|móna|f|Mon / muileann|mill|muilinn|m|Mullen / mullach|summit|mullaigh|m|Mulla
  oileán|island|oileáin|m|Illaun / páirc|field|páirce|f|Park / poll|hole|poill|m|Poll
  port|landing-place, bank|poirt|m|Port / ráth|ring-fort|rátha|f|Rath / ros|headland, wood|rois|m|Ross
  seisíoch|sixth part|seisíg|f|Sheshia / sliabh|mountain|sléibhe|m|Slieve / srath|river-meadow|sratha|m|Sra
  srón|nose, point|sróine|f|Shrone / teach|house|tí|m|Ta / teampall|church|teampaill|m|Temple
  tír|land, territory|tíre|f|Tir / tobar|well|tobair|m|Tober / tóin|bottom, hinder part|tóna|f|Ton
  trá|strand|tráigh|f|Tra / tuaim|burial mound|tuama|f|Toom / tuar|bleach-green, pasture|tuair|m|Toor
  tulach|hillock|tulaigh,tulcha|f|Tulla
`);

/** Adjectives: headword, form after a feminine noun, meaning, English spelling. */
export const ADJECTIVES = parseWordRows(`
  mór|mhór|big|more / beag|bheag|small|beg / bán|bhán|white, fallow|bawn / dubh|dhubh|black|duff
  rua|rua|russet|roe / buí|bhuí|yellow|boy / glas|ghlas|green, grey|glass / gorm|ghorm|blue|gorrum
  liath|liath|grey|lea / breac|bhreac|speckled|brack / fada|fhada|long|fadda / gearr|ghearr|short|gar
  íseal|íseal|low|eeshal / leathan|leathan|broad|lahan / caol|chaol|narrow|keel / cam|cham|crooked|cam
  fuar|fhuar|cold|oor / tirim|thirim|dry|tirrim / fliuch|fhliuch|wet|lugh / garbh|gharbh|rough|garriff
  lom|lom|bare|lum / geal|gheal|bright|gal / dearg|dhearg|red|darrig / donn|dhonn|brown|doon
  riabhach|riabhach|striped, brindled|reagh / úr|úr|fresh|oor / nua|nua|new|noe / domhain|dhomhain|deep|down
  maol|mhaol|bare, hornless|meel / crua|chrua|hard|croo / bog|bhog|soft|bug
  aoibhinn|aoibhinn|pleasant|eevin
`);

/** Second elements in the genitive: headword, meaning, the phrase, English spelling. */
export const QUALIFIERS = parseWordRows(`
  saileach|willow|na Saileach|nasillagh / capall|horse|na gCapall|nagappul / bó|cow|na mBó|namoe
  caora|sheep|na gCaorach|nageeragh / gabhar|goat|na nGabhar|nangower / muc|pig|na Muc|namuck
  cat|cat|na gCat|nagat / sionnach|fox|an tSionnaigh|atinny / madra|dog|an Mhadra|avaddra
  iolar|eagle|an Iolair|aniller / éan|bird|na nÉan|naneane / fiach|raven|an Fhéich|anegh
  colm|dove|na gColm|nagolum / eala|swan|na hEala|nahalla / faoileán|seagull|na bhFaoileán|naweelaun
  bradán|salmon|an Bhradáin|avraddaun / eas|waterfall|an Easa|anassa / sceach|hawthorn|na Sceach|naskeagh
  driseog|bramble|na nDriseog|nadrishoge / cuileann|holly|an Chuilinn|acullen / beith|birch|na Beithe|nabehy
  iúr|yew|an Iúir|anure / dair|oak|na Darach|nadarragh / fuinseog|ash-tree|na Fuinseoige|nafunshoge
  cnó|nut|na gCnó|nagno / úll|apple|na nÚll|nanool / sméar|blackberry|na Sméar|nasmear
  fraoch|heather|an Fhraoigh|anree / aiteann|furze|an Aitinn|anattin / luachair|rushes|na Luachra|naloughra
  raithneach|bracken|na Raithní|naranny / féar|grass|an Fhéir|aneer / eorna|barley|na hEorna|nahorna
  coirce|oats|an Choirce|acurka / arbhar|corn|an Arbhair|anarroor / práta|potato|na bPrátaí|nabratty
  líon|flax|an Lín|aleen / gabha|smith|an Ghabha|agow / sagart|priest|an tSagairt|ataggart
  easpag|bishop|an Easpaig|anaspick / bráthair|friar|na mBráthar|namraher
  cailleach|hag, nun|na gCailleach|nagalliagh / rí|king|an Rí|aree / banríon|queen|na Banríona|nabanreena
  tiarna|lord|an Tiarna|ateerna / laoch|warrior|na Laoch|naleagh / fear|man|na bhFear|navar
  bean|woman|na mBan|naman / leanbh|child|na Leanaí|nalanny / file|poet|an Fhile|anilla
  ceol|music|an Cheoil|akeole / píobaire|piper|an Phíobaire|afeebera / táilliúir|tailor|an Táilliúra|atailor
  gréasaí|shoemaker|an Ghréasaí|agrasy / fíodóir|weaver|an Fhíodóra|aneedora
  saor|mason, wright|an tSaoir|ateer / maor|steward|an Mhaoir|aveer / ceannaí|merchant|an Cheannaí|akanny
  iascaire|fisherman|an Iascaire|aneeskera / bád|boat|na mBád|namaud / long|ship|na Long|nalung
  cuan|harbour|an Chuain|acoon / farraige|sea|na Farraige|nafarriga / gaineamh|sand|an Ghainimh|aganniv
  ór|gold|an Óir|anore / airgead|silver, money|an Airgid|anarrigid / iarann|iron|an Iarainn|aneerin
  criathar|quagmire|an Chriathair|acreer / portach|bog|an Phortaigh|afforty
  sneachta|snow|an tSneachta|atnaghta / gaoth|wind|na Gaoithe|nageeha / grian|sun|na Gréine|nagreina
  gealach|moon|na Gealaí|nagally / oíche|night|na hOíche|naheeha / samhradh|summer|an tSamhraidh|atowry
  geimhreadh|winter|an Gheimhridh|ageevry / cros|cross|na Croise|nacrusha
  aifreann|mass|an Aifrinn|anaffrin / reilig|graveyard|na Reilige|narelig / naomh|saint|na Naomh|naneeve
  marbh|dead|na Marbh|namarriv / croch|gallows|na Croiche|nacruhy / cogadh|war|an Chogaidh|acuggy
  abhainn|river|na hAbhann|nahown / sruthán|stream|an tSrutháin|atruhaun / linn|pool|na Linne|nalinny
  bealach|way, pass|an Bhealaigh|avally / margadh|market|an Mhargaidh|avarga
  aonach|fair, assembly|an Aonaigh|aneeny / scoil|school|na Scoile|naskilla
  caisleán|castle|an Chaisleáin|acashlaun / túr|tower|an Túir|atoor / uaimh|cave|na hUaimhe|nahoova
  garrán|grove|an Gharráin|agarraun / crann|tree|an Chrainn|acrin
  buachaill|herd-boy|na mBuachaillí|namoohilly / cailín|girl|na gCailíní|nagalleeny
  bacach|beggar|an Bhacaigh|avacky / gadaí|thief|an Ghadaí|agaddy / sí|fairy mound|na Sí|nashee
  púca|pooka|an Phúca|afooka / péist|serpent|na Péiste|napeasta / tarbh|bull|an Tairbh|aterriv
  lao|calf|na Lao|nalea / uan|lamb|na nUan|nanoan
`);

/**
 * The counties: facts of the place-names database (wire-format 4). Identifier, English, Irish, its genitive,
 * degrees north and east times a hundred, province, `N` for Northern Ireland, `G` for counties with Irish-speaking parishes.
 */
export const COUNTY_ROWS = parseWordRows(`
  100000|Antrim|Aontroim|Aontroma|5486|-622|Ulster|N
  100001|Armagh|Ard Mhacha|Ard Mhacha|5430|-659|Ulster|N
  100002|Dublin|Baile Átha Cliath|Bhaile Átha Cliath|5336|-628|Leinster|
  100003|Cavan|An Cabhán|an Chabháin|5398|-729|Ulster|
  100004|Carlow|Ceatharlach|Cheatharlach|5270|-680|Leinster|
  100005|Kerry|Ciarraí|Chiarraí|5212|-956|Munster|G
  100006|Kilkenny|Cill Chainnigh|Chill Chainnigh|5258|-722|Leinster|
  100007|Kildare|Cill Dara|Chill Dara|5316|-682|Leinster|
  100008|Wicklow|Cill Mhantáin|Chill Mhantáin|5298|-637|Leinster|
  100009|Clare|An Clár|an Chláir|5287|-898|Munster| / 100010|Cork|Corcaigh|Chorcaí|5197|-871|Munster|G
  100011|Derry|Doire|Dhoire|5492|-687|Ulster|N / 100012|Down|An Dún|an Dúin|5436|-593|Ulster|N
  100013|Donegal|Dún na nGall|Dhún na nGall|5492|-795|Ulster|G
  100014|Fermanagh|Fear Manach|Fhear Manach|5436|-764|Ulster|N
  100015|Galway|Gaillimh|na Gaillimhe|5336|-894|Connacht|G
  100016|Westmeath|An Iarmhí|na hIarmhí|5354|-746|Leinster| / 100017|Laois|Laois|Laoise|5299|-733|Leinster|
  100018|Leitrim|Liatroim|Liatroma|5413|-800|Connacht|
  100019|Wexford|Loch Garman|Loch Garman|5248|-657|Leinster|
  100020|Longford|An Longfort|an Longfoirt|5373|-770|Leinster| / 100021|Louth|Lú|Lú|5390|-649|Leinster|
  100022|Limerick|Luimneach|Luimnigh|5251|-875|Munster|
  100023|Mayo|Maigh Eo|Mhaigh Eo|5391|-927|Connacht|G / 100024|Meath|An Mhí|na Mí|5365|-668|Leinster|G
  100025|Monaghan|Muineachán|Mhuineacháin|5416|-691|Ulster|
  100026|Waterford|Port Láirge|Phort Láirge|5219|-760|Munster|G
  100027|Roscommon|Ros Comáin|Ros Comáin|5375|-827|Connacht|
  100028|Sligo|Sligeach|Shligigh|5414|-861|Connacht|
  100029|Tipperary|Tiobraid Árann|Thiobraid Árann|5267|-788|Munster|
  100030|Tyrone|Tír Eoghain|Thír Eoghain|5462|-722|Ulster|N
  100031|Offaly|Uíbh Fhailí|Uíbh Fhailí|5322|-760|Leinster|
`);

/** The provinces: English, Irish, its genitive, degrees times a hundred. */
export const PROVINCE_ROWS = parseWordRows(`
  Ulster|Cúige Uladh|Chúige Uladh|5460|-710 / Munster|Cúige Mumhan|Chúige Mumhan|5230|-860
  Leinster|Cúige Laighean|Chúige Laighean|5310|-690 / Connacht|Cúige Chonnacht|Chúige Chonnacht|5370|-890
`);

/** Categories of places: code, English, Irish, their plurals, and `unit` or `feature`. */
export const CATEGORY_ROWS = parseWordRows(`
  CUIGE|province|cúige|provinces|cúigí|unit / CON|county|contae|counties|contaetha|unit
  BAR|barony|barúntacht|baronies|barúntachtaí|unit
  PAR|civil parish|paróiste dlí|civil parishes|paróistí dlí|unit
  BF|townland|baile fearainn|townlands|bailte fearainn|unit / B|town|baile|towns|bailte|unit
  SRB|village|sráidbhaile|villages|sráidbhailte|unit / SR|street|sráid|streets|sráideanna|unit
  ABH|river|abhainn|rivers|aibhneacha|feature
  CRG|rock or rocks|carraig nó carraigeacha|rocks|carraigeacha|feature
  CN|hill or hills|cnoc nó cnoic|hills|cnoic|feature / CUAN|harbour|cuan|harbours|cuanta|feature
  DR|bridge|droichead|bridges|droichid|feature / GL|valley|gleann|valleys|gleannta|feature
  L|lake or lakes|loch nó locha|lakes|lochanna|feature
  OIL|island or archipelago|oileán nó oileánra|islands|oileáin|feature
  TOB|well|tobar|wells|toibreacha|feature / TRA|strand|trá|strands|tránna|feature / UAIMH||uaimh nó uaimheanna|||feature
`);

/** The first elements of names of features: category, Irish, English spelling. */
export const FEATURE_ROWS = parseWordRows(`
  ABH|Abhainn|Own / CRG|Carraig|Carrig / CN|Cnoc|Knock / CUAN|Cuan|Coon / DR|Droichead|Drehid
  GL|Gleann|Glen / L|Loch|Lough / OIL|Oileán|Illan / TOB|Tobar|Tubber / TRA|Trá|Tra / UAIMH|Uaimh|Oov
`);

/** Streets: Irish and English. */
export const STREET_ROWS = parseWordRows(`
  An tSráid Mhór|Main Street / Sráid an Teampaill|Church Street / Sráid an Mhuilinn|Mill Street
  Lána an Mhuilinn|Mill Lane / Sráid an Chaisleáin|Castle Street / Sráid an Droichid|Bridge Street
  Bóthar na Trá|Strand Road / Bóthar na Scoile|School Road / Cearnóg an Mhargaidh|Market Square
  Sráid an Mhargaidh|Market Street / An Ché|The Quay / Plás an Tobair|Well Place
  Sráid na mBráthar|Friary Street / Ascaill na Fuinseoige|Ash Avenue / Garrán an Iúir|Yew Grove
  Corrán na Gréine|Sun Crescent / Rae an Easpaig|Bishop’s Terrace / Sráid Nua|New Street
  An tSráid Íochtarach|Lower Street / Siúlán na hAbhann|River Walk
`);

/** Countries: ISO code, English, Irish, degrees north and east times ten. */
export const COUNTRY_ROWS = parseWordRows(`
  AR|Argentina|An Airgintín|-340|-640 / AU|Australia|An Astráil|-253|1338 / BE|Belgium|An Bheilg|507|46
  CA|Canada|Ceanada|561|-1063 / CH|Switzerland|An Eilvéis|468|83 / DE|Germany|An Ghearmáin|511|103
  DK|Denmark|An Danmhairg|560|95 / ES|Spain|An Spáinn|402|-36 / FR|France|An Fhrainc|466|25
  GB-ENG|England|Sasana|524|-15 / GB-NIR|Northern Ireland|Tuaisceart Éireann|546|-67
  GB-SCT|Scotland|Albain|565|-42 / GB-WLS|Wales|An Bhreatain Bheag|521|-38 / IE|Ireland|Éire|534|-82
  IM|Isle of Man|Oileán Mhanann|542|-45 / IN|India|An India|226|793 / IS|Iceland|An Íoslainn|650|-186
  IT|Italy|An Iodáil|425|121 / NO|Norway|An Iorua|645|115 / NZ|New Zealand|An Nua-Shéalainn|-411|1728
  SE|Sweden|An tSualainn|622|148 / US|United States of America|Stáit Aontaithe Mheiriceá|398|-986
  ZA|South Africa|An Afraic Theas|-290|249 / ZM|Zambia||-135|278
`);

/** Invented places abroad: the country, a name, an Irish name where there is one, degrees times a hundred. */
export const PLACE_ABROAD_ROWS = parseWordRows(`
  US|Millbrook Falls||4212|-7135 / US|New Lisnamore|Lios na Mór Nua|4071|-7391 / US|Port Hadley||4188|-8764
  US|Silverdale Junction||4601|-11253 / US|Quarry Heights||3995|-7516 / CA|Talbotville||4728|-5321
  CA|Saint-Fionnan|Naomh Fionnán|4681|-7121 / AU|Wattle Creek||-3381|15101 / AU|Barrawidgee||-3642|14603
  NZ|Kowhai Bay||-4128|17478 / GB-ENG|Cotterham||5348|-224 / GB-ENG|Eastwharf||5151|-5
  GB-SCT|Kilmorran|Cill Mhóráin|5586|-426 / GB-SCT|Ardvannie|Àrd Bheannaidh|5721|-698
  GB-WLS|Llanderw||5262|-381 / IM|Ballacraine Beg|Baile an Charrain Beag|5418|-462
  FR|Saint-Corentin-des-Landes||4802|-403 / ES|Villafranca del Faro||4336|-841
  AR|San Brendán|San Bréanainn|-3462|-5938 / ZA|Rooiklip||-3391|1842
`);

/** Topics of the schools collection: English and Irish; `>` marks a topic below the one before. */
export const SCHOOLS_TOPIC_ROWS = parseWordRows(`
  the natural world|an dúlra / >weather signs|tuar na haimsire / >birds of the place|éanlaith na háite
  >wild animals|ainmhithe fiáine / >trees and plants|crainn agus plandaí / >the sea|an fharraige
  health and cures|sláinte agus leigheas / >cures|leigheasanna / >holy wells|toibreacha beannaithe
  >toothache|tinneas fiacaile / the otherworld|an saol eile / >fairy forts|liosanna / >ghosts|taibhsí
  >the banshee|an bhean sí / >hidden gold|ór i bhfolach / work and trades|obair agus ceirdeanna
  >the smith|an gabha / >butter making|déanamh an ime / >spinning and weaving|sníomh agus fíodóireacht
  >thatching|tuíodóireacht / >turf|móin / food and drink|bia agus deoch / >bread|arán / >potatoes|prátaí
  the house|an teach / >old houses|seantithe / >light at night|solas istoíche
  the turning year|casadh na bliana / >St Brigid’s Day|Lá Fhéile Bríde / >May Day|Lá Bealtaine
  >November night|Oíche Shamhna / >Christmas|An Nollaig / the life of people|saol na ndaoine
  >marriage|pósadh / >wakes|tórraimh / >clothes|éadaí / history as remembered|stair i gcuimhne na ndaoine
  >the famine|an gorta / >landlords|tiarnaí talún / >local happenings|eachtraí áitiúla / places|áiteanna
  >place-names|logainmneacha / >old roads|seanbhóithre / >ruins|fothracha / >fairs|aontaí
  games and verses|cluichí agus rannta / >riddles|tomhaiseanna / >skipping rhymes|rannta léimní
  >toys|bréagáin / stories|scéalta / >funny stories|scéalta grinn / >wonder-tales|scéalta iontais
  >giants|fathaigh / prayers and sayings|paidreacha agus seanfhocail / >proverbs|seanfhocail
  >prayers|paidreacha / the school itself|an scoil féin
`);

/** Headings of the handbook: its letter, then English and Irish; `>` marks a topic below it. */
export const HANDBOOK_ROWS = parseWordRows(`
  A|settlement and dwelling|lonnú agus teaghais / >|the hearth|an teallach / >|roofs|díonta
  >|furniture|troscán / >|outhouses|cróite / B|livelihood|slí bheatha / >|tillage|curadóireacht
  >|cattle|eallach / >|fishing|iascaireacht / >|turf cutting|baint mhóna
  >|women’s crafts|ceirdeanna na mban / C|travel and trade|taisteal agus trádáil / >|carts|cairteacha
  >|fairs|aontaí / >|boats|báid / D|the community|an pobal / >|dress|éadach / >|schools|scoileanna
  >|dances|rincí / E|human life|saol an duine / >|birth|breith / >|marriage|pósadh / >|death|bás
  F|nature|an dúlra / >|weather|aimsir / >|animals|ainmhithe / G|folk medicine|leigheas dúchais
  >|herbs|luibheanna / H|the year|an bhliain / >|spring|an t-earrach / >|midsummer|Oíche Shin Seáin
  >|Hallowe’en|Oíche Shamhna / >|Christmas|An Nollaig / I|belief|creideamh / >|wells|toibreacha
  K|mythology|miotaseolaíocht / L|memory of history|cuimhne na staire / >|ruins|fothracha
  M|religion|reiligiún / >|pilgrimage|oilithreacht / N|sports and pastimes|spórt agus caitheamh aimsire
  >|hurling|iománaíocht
`);

/** Occupations of the people database: code, English, Irish. */
export const OCCUPATION_ROWS = parseWordRows(`
  BAIL|folklore collector|bailitheoir béaloidis / BTÍ|housewife|bean tí / CEOL|musician|ceoltóir
  DOCH|doctor|dochtúir / FEIRM|farmer|feirmeoir / FÍOD|weaver|fíodóir / GABH|blacksmith|gabha
  GRIAN|photographer|grianghrafadóir / IASC|fisherman|iascaire / MÚIN|teacher|múinteoir / SAG|priest|sagart
  SAOR|carpenter|saor adhmaid / SCLÁB|labourer|sclábhaí / SIOPA|shop-keeper|siopadóir
  TÁILL|tailor|táilliúir / TÍOR|wool-comber|
`);
