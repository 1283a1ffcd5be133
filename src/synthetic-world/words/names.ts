import { parseWordRows } from './table.js';

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

/** How invented surnames begin, in both languages. */
export const SURNAME_HEADS = parseWordRows(`
  Breas|Bras / Cairb|Carb / Clóth|Clo / Creamh|Craw / Colg|Colg / Cuirc|Quirk / Dáibh|Dav / Dearc|Dark
  Draigh|Dry / Duibhf|Duff / Feich|Feigh / Fiang|Fing / Gairbh|Garv / Gleois|Glosh / Guair|Goor / Loing|Ling
  Luibhn|Liv / Mealg|Mellig / Muing|Mung / Rinn|Rin / Ruaidhl|Rowl / Scoith|Skea / Sneadh|Snay / Tuathl|Toal
`);

/** How they end. */
export const SURNAME_TAILS = parseWordRows(`
  acháin|ahan / agáin|igan / alaigh|ally / aráin|aran / asaigh|assy / áin|ane / ara|ary / úin|oon
  ógáin|ogan / eartaigh|erty
`);

/** By what a person is called beside the surname, in Irish and English. */
export const BYNAMES = parseWordRows(`
  Rua|the Red / Mór|the Tall / Óg|the Younger / an Droichid|of the Bridge / an Chnoic|of the Hill
  na Trá|of the Strand / Táilliúir|the Tailor / Gabha|the Smith
`);

/** What volunteers who transcribe call themselves; a number follows now and then. */
export const USER_NAMES = parseWordRows(`
  DuilleogChopóige / Gráinneog / inkhorn / quietreader / CatNaLeabhar / penny_wise / Spideog / hawthorn
  an_léitheoir / marginalia / Fáinleog / slowhand
`);

/** What Irish place-names begin with: headword, meaning, other forms, gender, how English spelling renders it. */
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

/** Adjectives: headword, form after a feminine noun, meaning, how English spelling renders it. */
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

/** What follows in the genitive: headword, meaning, the phrase, how English spelling renders it. */
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
