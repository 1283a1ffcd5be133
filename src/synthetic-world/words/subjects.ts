import { parseWordRows } from './table.js';

/** Topics of the schools collection: English and Irish; a line that begins with `>` stands under the one before. */
export const SCHOOLS_TOPIC_ROWS = parseWordRows(
  `
  the natural world|an dúlra
  >weather signs|tuar na haimsire
  >birds of the place|éanlaith na háite
  >wild animals|ainmhithe fiáine
  >trees and plants|crainn agus plandaí
  >the sea|an fharraige
  health and cures|sláinte agus leigheas
  >cures|leigheasanna
  >holy wells|toibreacha beannaithe
  >toothache|tinneas fiacaile
  the otherworld|an saol eile
  >fairy forts|liosanna
  >ghosts|taibhsí
  >the banshee|an bhean sí
  >hidden gold|ór i bhfolach
  work and trades|obair agus ceirdeanna
  >the smith|an gabha
  >butter making|déanamh an ime
  >spinning and weaving|sníomh agus fíodóireacht
  >thatching|tuíodóireacht
  >turf|móin
  food and drink|bia agus deoch
  >bread|arán
  >potatoes|prátaí
  the house|an teach
  >old houses|seantithe
  >light at night|solas istoíche
  the turning year|casadh na bliana
  >St Brigid’s Day|Lá Fhéile Bríde
  >May Day|Lá Bealtaine
  >November night|Oíche Shamhna
  >Christmas|An Nollaig
  the life of people|saol na ndaoine
  >marriage|pósadh
  >wakes|tórraimh
  >clothes|éadaí
  history as remembered|stair i gcuimhne na ndaoine
  >the famine|an gorta
  >landlords|tiarnaí talún
  >local happenings|eachtraí áitiúla
  places|áiteanna
  >place-names|logainmneacha
  >old roads|seanbhóithre
  >ruins|fothracha
  >fairs|aontaí
  games and verses|cluichí agus rannta
  >riddles|tomhaiseanna
  >skipping rhymes|rannta léimní
  >toys|bréagáin
  stories|scéalta
  >funny stories|scéalta grinn
  >wonder-tales|scéalta iontais
  >giants|fathaigh
  prayers and sayings|paidreacha agus seanfhocail
  >proverbs|seanfhocail
  >prayers|paidreacha
  the school itself|an scoil féin
  `,
  2,
);

/** Headings of the handbook: its letter, then English and Irish; with `>`, what stands under it. */
export const HANDBOOK_ROWS = parseWordRows(
  `
  A|settlement and dwelling|lonnú agus teaghais
  >|the hearth|an teallach
  >|roofs|díonta
  >|furniture|troscán
  >|outhouses|cróite
  B|livelihood|slí bheatha
  >|tillage|curadóireacht
  >|cattle|eallach
  >|fishing|iascaireacht
  >|turf cutting|baint mhóna
  >|women’s crafts|ceirdeanna na mban
  C|travel and trade|taisteal agus trádáil
  >|carts|cairteacha
  >|fairs|aontaí
  >|boats|báid
  D|the community|an pobal
  >|dress|éadach
  >|schools|scoileanna
  >|dances|rincí
  E|human life|saol an duine
  >|birth|breith
  >|marriage|pósadh
  >|death|bás
  F|nature|an dúlra
  >|weather|aimsir
  >|animals|ainmhithe
  G|folk medicine|leigheas dúchais
  >|herbs|luibheanna
  H|the year|an bhliain
  >|spring|an t-earrach
  >|midsummer|Oíche Shin Seáin
  >|Hallowe’en|Oíche Shamhna
  >|Christmas|An Nollaig
  I|belief|creideamh
  >|wells|toibreacha
  K|mythology|miotaseolaíocht
  L|memory of history|cuimhne na staire
  >|ruins|fothracha
  M|religion|reiligiún
  >|pilgrimage|oilithreacht
  N|sports and pastimes|spórt agus caitheamh aimsire
  >|hurling|iománaíocht
  `,
  3,
);

/** Occupations of the people database: code, English, Irish. */
export const OCCUPATION_ROWS = parseWordRows(
  `
  BAIL|folklore collector|bailitheoir béaloidis
  BTÍ|housewife|bean tí
  CEOL|musician|ceoltóir
  DOCH|doctor|dochtúir
  FEIRM|farmer|feirmeoir
  FÍOD|weaver|fíodóir
  GABH|blacksmith|gabha
  GRIAN|photographer|grianghrafadóir
  IASC|fisherman|iascaire
  MÚIN|teacher|múinteoir
  SAG|priest|sagart
  SAOR|carpenter|saor adhmaid
  SCLÁB|labourer|sclábhaí
  SIOPA|shop-keeper|siopadóir
  TÁILL|tailor|táilliúir
  TÍOR|wool-comber|
  `,
  3,
);
