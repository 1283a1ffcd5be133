import { rowsOf } from './rows.js';

/** Countries: ISO code, English, Irish, degrees north and east times ten. */
export const COUNTRIES = rowsOf(
  `
  AR|Argentina|An Airgintín|-340|-640
  AU|Australia|An Astráil|-253|1338
  BE|Belgium|An Bheilg|507|46
  CA|Canada|Ceanada|561|-1063
  CH|Switzerland|An Eilvéis|468|83
  DE|Germany|An Ghearmáin|511|103
  DK|Denmark|An Danmhairg|560|95
  ES|Spain|An Spáinn|402|-36
  FR|France|An Fhrainc|466|25
  GB-ENG|England|Sasana|524|-15
  GB-NIR|Northern Ireland|Tuaisceart Éireann|546|-67
  GB-SCT|Scotland|Albain|565|-42
  GB-WLS|Wales|An Bhreatain Bheag|521|-38
  IE|Ireland|Éire|534|-82
  IM|Isle of Man|Oileán Mhanann|542|-45
  IN|India|An India|226|793
  IS|Iceland|An Íoslainn|650|-186
  IT|Italy|An Iodáil|425|121
  NO|Norway|An Iorua|645|115
  NZ|New Zealand|An Nua-Shéalainn|-411|1728
  SE|Sweden|An tSualainn|622|148
  US|United States of America|Stáit Aontaithe Mheiriceá|398|-986
  ZA|South Africa|An Afraic Theas|-290|249
  ZM|Zambia||-135|278
  `,
  5,
);

/** Invented places abroad: the country, a name, an Irish name where there is one, degrees times a hundred. */
export const PLACES_ABROAD = rowsOf(
  `
  US|Millbrook Falls||4212|-7135
  US|New Lisnamore|Lios na Mór Nua|4071|-7391
  US|Port Hadley||4188|-8764
  US|Silverdale Junction||4601|-11253
  US|Quarry Heights||3995|-7516
  CA|Talbotville||4728|-5321
  CA|Saint-Fionnan|Naomh Fionnán|4681|-7121
  AU|Wattle Creek||-3381|15101
  AU|Barrawidgee||-3642|14603
  NZ|Kowhai Bay||-4128|17478
  GB-ENG|Cotterham||5348|-224
  GB-ENG|Eastwharf||5151|-5
  GB-SCT|Kilmorran|Cill Mhóráin|5586|-426
  GB-SCT|Ardvannie|Àrd Bheannaidh|5721|-698
  GB-WLS|Llanderw||5262|-381
  IM|Ballacraine Beg|Baile an Charrain Beag|5418|-462
  FR|Saint-Corentin-des-Landes||4802|-403
  ES|Villafranca del Faro||4336|-841
  AR|San Brendán|San Bréanainn|-3462|-5938
  ZA|Rooiklip||-3391|1842
  `,
  5,
);
