import { parseWordLines } from './table.js';

/** Who stories tell of. */
export const WHO = parseWordLines(`
  an fear siúil
  seanbhean an chnoic
  mac an ghabha
  iníon óg an rí
  an táilliúir bacach
  an bhaintreach
  an sagart óg
  bean an tí
  an giolla rua
  an cat bán
  an giorria liath
  an mangaire
  an muilleoir
  an fidléir
  an triúr deartháir
  an strainséir
  fear an bháid
  cailleach na gcearc
  an ceannaí bó
  an máistir scoile
`);

/** What they did: a verb in the past stands first. */
export const DID = parseWordLines(`
  Chuaigh
  D’imigh
  Tháinig
  Shiúil
  Tugadh
  Rith
  Shleamhnaigh
  Cuireadh
  Thriall
  D’fhéach
`);

/** Where to. */
export const WHERE = parseWordLines(`
  go dtí an tobar
  isteach sa choill
  síos chun na trá
  thar an droichead
  amach ar an bportach
  chomh fada leis an gcrosbhóthar
  suas chuig an seanlios
  thar bhalla na reilige
  chun an aonaigh
  le bruach na habhann
  isteach sa bhóitheach
  chun an mhuilinn
`);

/** When. */
export const WHEN = parseWordLines(`
  oíche Shamhna
  maidin Bhealtaine
  bliain an tsneachta mhóir
  sular ghlaoigh an coileach
  le titim na hoíche
  an lá ab fhaide sa bhliain
  seachtain roimh an Nollaig
  nuair a bhí an taoide tráite
  fadó fadó
  an Domhnach tar éis an phátrúin
`);

/** What came of it: whole sentences. */
export const OUTCOMES = parseWordLines(`
  Ní raibh rian den teach le feiceáil ar maidin.
  Níor gearradh craobh den sceach sin ón lá sin go dtí an lá inniu.
  “Fág an sparán mar a bhfuair tú é,” arsa an guth.
  Ní raibh an bainne chomh maith arís choíche san áit sin.
  Deirtear go bhfuil an chloch ann fós agus lorg na láimhe uirthi.
  An té a chuala an ceol, ní raibh sé in ann an port a rá.
  Ní rachadh an madra thar an doras go ceann bliana agus lae.
  Sin mar a fuair an pháirc a hainm.
  Bhí bainis acu a mhair seacht n-oíche, agus b’fhearr an oíche dheireanach ná an chéad oíche.
  Ní ligfeadh na seandaoine iarann isteach sa teach an lá sin.
  Thug sé trí chnó di agus dúirt sé gan iad a bhriseadh go mbeadh gá leo.
  Má fheiceann tú Dé Luain é, beidh an t-ádh ort ar feadh na seachtaine.
  Caithfear an leigheas a dhéanamh ar céalacan, trí mhaidin i ndiaidh a chéile.
  Chonaic mo sheanathair lena dhá shúil féin é, agus níor bhréagadóir é.
`);

/** What a title is about, beside those whom stories tell of. */
export const MATTERS = parseWordLines(`
  an tobar beannaithe
  an pota óir
  an ghaoth mhór
  an clog caillte
  an féar gortach
  leigheas ar an triuch
  comharthaí na báistí
  an lios
  déanamh an ime
  cóiste an tiarna
  an teampall faoin loch
  cluichí a imrímid
  na seanbhóithre
  an drochshaol
  uaimh na ngadaithe
  laochra áitiúla
  tomhas
  an tórramh
`);

/** What editors remark. */
export const REMARKS = parseWordLines(`
  Tá an leathanach deireanach i lámh eile.
  Níl an scéalaí ainmnithe; tá an baile fearainn luaite sa seoladh.
  Tá duilleog in easnamh idir na leathanaigh seo.
  Rinneadh cóip eile den scéal seo ina dhiaidh sin.
  Tá plean an tí sa líníocht taobh leis an téacs.
  Chuir an scríbhneoir líne tríd an gcéad líne.
  Cuireadh an dáta leis le peann luaidhe.
  Tá ainmneacha na mbeo giorraithe.
`);

/** What people did for a living, as children wrote it. */
export const TRADES = parseWordLines(`
  feirmeoir
  fíodóir
  iascaire
  bean tí
  táilliúir
  gabha
  sclábhaí
  múinteoir
`);
