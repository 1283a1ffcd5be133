import { parseWordRows } from './table.js';

/**
 * The counties: facts of the place-names database (wire-format 4). Identifier, English, Irish, its genitive,
 * degrees north and east times a hundred, province, `N` for Northern Ireland, `G` where Irish is spoken.
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
  ABH|river|abhainn|rivers|aibhneacha|feature / CARR|rock|carraig|rocks|carraigeacha|feature
  CNOC|hill|cnoc|hills|cnoic|feature / CUAN|harbour|cuan|harbours|cuanta|feature
  DROI|bridge|droichead|bridges|droichid|feature / GLE|glen|gleann|glens|gleannta|feature
  LOCH|lake|loch|lakes|lochanna|feature / OIL|island|oileán|islands|oileáin|feature
  TOB|well|tobar|wells|toibreacha|feature / TRÁ|strand|trá|strands|tránna|feature / UAIM||uaimh|||feature
`);

/** What names of features begin with: category, Irish, English spelling. */
export const FEATURE_ROWS = parseWordRows(`
  ABH|Abhainn|Own / CARR|Carraig|Carrig / CNOC|Cnoc|Knock / CUAN|Cuan|Coon / DROI|Droichead|Drehid
  GLE|Gleann|Glen / LOCH|Loch|Lough / OIL|Oileán|Illan / TOB|Tobar|Tubber / TRÁ|Trá|Tra / UAIM|Uaimh|Oov
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

/** Topics of the schools collection: English and Irish; a line that begins with `>` stands under the one before. */
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

/** Headings of the handbook: its letter, then English and Irish; with `>`, what stands under it. */
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
