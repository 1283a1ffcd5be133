import { parseWordLines } from './tables.js';

/** Phrases of English texts. */
export const ENGLISH = {
  /** Subjects of sentences. */
  who: parseWordLines(`
  the travelling man / the old woman of the hill / the smith's son / the king's youngest daughter
  the lame tailor / the widow / the young priest / the woman of the house / the red-haired servant
  the white cat / the grey hare / the pedlar / the miller / the fiddler / the three brothers / the stranger
  the boatman / the hen-wife / the cattle-dealer / the schoolmaster
`),
  /** Verbs in the past tense. */
  did: parseWordLines(`
  went / set out / came back / walked / was carried / ran / crept / was sent / wandered / looked
`),
  /** Directions. */
  where: parseWordLines(`
  to the well / into the wood / down to the strand / over the bridge / out on the bog
  as far as the crossroads / up to the old fort / past the graveyard wall / to the fair
  along the river bank / into the byre / to the mill
`),
  /** Times. */
  when: parseWordLines(`
  on November night / on May morning / in the year of the big snow / before the cock crew
  at the fall of night / on the longest day / a week before Christmas / when the tide was out / long ago
  the Sunday after the pattern
`),
  /** Whole sentences. */
  outcomes: parseWordLines(`
  There was no sign of the house in the morning.
  From that day to this nobody has cut a branch of that bush.
  "Leave the purse where you found it," said the voice. / The milk was never as good again in that place.
  They say the stone is there yet, with the mark of the hand on it.
  Nobody who heard the music could ever tell the tune.
  The dog would not cross the door for a year and a day. / That is how the field got its name.
  They had a wedding that lasted seven nights, and the last was the best.
  The old people would not let iron into the house that day.
  He gave her three nuts and told her not to crack them till she was in need.
  If you see it on a Monday, you will have luck the whole week.
  The cure is to be got fasting, three mornings one after the other.
  My grandfather saw it with his own two eyes, and he was no liar.
`),
  /** Topics of titles. */
  matters: parseWordLines(`
  the holy well / the crock of gold / the big wind / the lost bell / the hungry grass
  a cure for the whooping cough / signs of rain / the fairy fort / how butter was made
  the landlord's coach / the drowned church / games we play / the old roads / the bad years
  the robbers' cave / local heroes / a riddle / the wake
`),
  /** Remarks of editors. */
  remarks: parseWordLines(`
  The last page is written in another hand. / The teller is not named; the address points to the townland.
  A leaf is missing between these pages. / Another copy of this story was made later.
  The drawing beside the text shows the plan of the house. / The first line was struck out by the writer.
  The date was added in pencil. / Names of the living are shortened.
`),
  /** Captions of photographs. */
  sights: parseWordLines(`
  A woman at a half-door with a spinning wheel / Two men and a currach drawn up on the shingle
  Thatched house, the gable roped against the wind / Children in a school yard
  Turf stacked beside the road / A fair green with carts and ponies / An old man with a blackthorn stick
  The well, rags tied to the bush beside it / Mowing with scythes / A wheelwright and his son at work
  Procession leaving the chapel / Ruined mill and its race
`),
  /** Occupations, as children wrote them. */
  trades: parseWordLines(`
  farmer / weaver & spinner / pedlar / retired National Teacher / fisherman / housewife / labourer / tailor
  blacksmith / shop-keeper
`),
};

/** Phrases of Irish texts: the verb comes first. */
export const IRISH = {
  /** Subjects of sentences. */
  who: parseWordLines(`
  an fear siúil / seanbhean an chnoic / mac an ghabha / iníon óg an rí / an táilliúir bacach
  an bhaintreach / an sagart óg / bean an tí / an giolla rua / an cat bán / an giorria liath / an mangaire
  an muilleoir / an fidléir / an triúr deartháir / an strainséir / fear an bháid / cailleach na gcearc
  an ceannaí bó / an máistir scoile
`),
  /** Verbs in the past tense. */
  did: parseWordLines(`
  Chuaigh / D’imigh / Tháinig / Shiúil / Tugadh / Rith / Shleamhnaigh / Cuireadh / Thriall / D’fhéach
`),
  /** Directions. */
  where: parseWordLines(`
  go dtí an tobar / isteach sa choill / síos chun na trá / thar an droichead / amach ar an bportach
  chomh fada leis an gcrosbhóthar / suas chuig an seanlios / thar bhalla na reilige / chun an aonaigh
  le bruach na habhann / isteach sa bhóitheach / chun an mhuilinn
`),
  /** Times. */
  when: parseWordLines(`
  oíche Shamhna / maidin Bhealtaine / bliain an tsneachta mhóir / sular ghlaoigh an coileach
  le titim na hoíche / an lá ab fhaide sa bhliain / seachtain roimh an Nollaig
  nuair a bhí an taoide tráite / fadó fadó / an Domhnach tar éis an phátrúin
`),
  /** Whole sentences. */
  outcomes: parseWordLines(`
  Ní raibh rian den teach le feiceáil ar maidin.
  Níor gearradh craobh den sceach sin ón lá sin go dtí an lá inniu.
  “Fág an sparán mar a bhfuair tú é,” arsa an guth.
  Ní raibh an bainne chomh maith arís choíche san áit sin.
  Deirtear go bhfuil an chloch ann fós agus lorg na láimhe uirthi.
  An té a chuala an ceol, ní raibh sé in ann an port a rá.
  Ní rachadh an madra thar an doras go ceann bliana agus lae. / Sin mar a fuair an pháirc a hainm.
  Bhí bainis acu a mhair seacht n-oíche, agus b’fhearr an oíche dheireanach ná an chéad oíche.
  Ní ligfeadh na seandaoine iarann isteach sa teach an lá sin.
  Thug sé trí chnó di agus dúirt sé gan iad a bhriseadh go mbeadh gá leo.
  Má fheiceann tú Dé Luain é, beidh an t-ádh ort ar feadh na seachtaine.
  Caithfear an leigheas a dhéanamh ar céalacan, trí mhaidin i ndiaidh a chéile.
  Chonaic mo sheanathair lena dhá shúil féin é, agus níor bhréagadóir é.
`),
  /** Topics of titles. */
  matters: parseWordLines(`
  an tobar beannaithe / an pota óir / an ghaoth mhór / an clog caillte / an féar gortach
  leigheas ar an triuch / comharthaí na báistí / an lios / déanamh an ime / cóiste an tiarna
  an teampall faoin loch / cluichí a imrímid / na seanbhóithre / an drochshaol / uaimh na ngadaithe
  laochra áitiúla / tomhas / an tórramh
`),
  /** Remarks of editors. */
  remarks: parseWordLines(`
  Tá an leathanach deireanach i lámh eile.
  Níl an scéalaí ainmnithe; tá an baile fearainn luaite sa seoladh.
  Tá duilleog in easnamh idir na leathanaigh seo. / Rinneadh cóip eile den scéal seo ina dhiaidh sin.
  Tá plean an tí sa líníocht taobh leis an téacs. / Chuir an scríbhneoir líne tríd an gcéad líne.
  Cuireadh an dáta leis le peann luaidhe. / Tá ainmneacha na mbeo giorraithe.
`),
  /** Occupations, as children wrote them. */
  trades: parseWordLines(`
  feirmeoir / fíodóir / iascaire / bean tí / táilliúir / gabha / sclábhaí / múinteoir
`),
};
