import { parseWordLines } from './table.js';

/** Who stories tell of. */
export const WHO = parseWordLines(`
  the travelling man
  the old woman of the hill
  the smith's son
  the king's youngest daughter
  the lame tailor
  the widow
  the young priest
  the woman of the house
  the red-haired servant
  the white cat
  the grey hare
  the pedlar
  the miller
  the fiddler
  the three brothers
  the stranger
  the boatman
  the hen-wife
  the cattle-dealer
  the schoolmaster
`);

/** What they did. */
export const DID = parseWordLines(`
  went
  set out
  came back
  walked
  was carried
  ran
  crept
  was sent
  wandered
  looked
`);

/** Where to. */
export const WHERE = parseWordLines(`
  to the well
  into the wood
  down to the strand
  over the bridge
  out on the bog
  as far as the crossroads
  up to the old fort
  past the graveyard wall
  to the fair
  along the river bank
  into the byre
  to the mill
`);

/** When. */
export const WHEN = parseWordLines(`
  on November night
  on May morning
  in the year of the big snow
  before the cock crew
  at the fall of night
  on the longest day
  a week before Christmas
  when the tide was out
  long ago
  the Sunday after the pattern
`);

/** What came of it: whole sentences. */
export const OUTCOMES = parseWordLines(`
  There was no sign of the house in the morning.
  From that day to this nobody has cut a branch of that bush.
  "Leave the purse where you found it," said the voice.
  The milk was never as good again in that place.
  They say the stone is there yet, with the mark of the hand on it.
  Nobody who heard the music could ever tell the tune.
  The dog would not cross the door for a year and a day.
  That is how the field got its name.
  They had a wedding that lasted seven nights, and the last was the best.
  The old people would not let iron into the house that day.
  He gave her three nuts and told her not to crack them till she was in need.
  If you see it on a Monday, you will have luck the whole week.
  The cure is to be got fasting, three mornings one after the other.
  My grandfather saw it with his own two eyes, and he was no liar.
`);

/** What a title is about, beside those whom stories tell of. */
export const MATTERS = parseWordLines(`
  the holy well
  the crock of gold
  the big wind
  the lost bell
  the hungry grass
  a cure for the whooping cough
  signs of rain
  the fairy fort
  how butter was made
  the landlord's coach
  the drowned church
  games we play
  the old roads
  the bad years
  the robbers' cave
  local heroes
  a riddle
  the wake
`);

/** What editors remark. */
export const REMARKS = parseWordLines(`
  The last page is written in another hand.
  The teller is not named; the address points to the townland.
  A leaf is missing between these pages.
  Another copy of this story was made later.
  The drawing beside the text shows the plan of the house.
  The first line was struck out by the writer.
  The date was added in pencil.
  Names of the living are shortened.
`);

/** What a photograph shows. */
export const SIGHTS = parseWordLines(`
  A woman at a half-door with a spinning wheel
  Two men and a currach drawn up on the shingle
  Thatched house, the gable roped against the wind
  Children in a school yard
  Turf stacked beside the road
  A fair green with carts and ponies
  An old man with a blackthorn stick
  The well, rags tied to the bush beside it
  Mowing with scythes
  A wheelwright and his son at work
  Procession leaving the chapel
  Ruined mill and its race
`);

/** What people did for a living, as children wrote it. */
export const TRADES = parseWordLines(`
  farmer
  weaver & spinner
  pedlar
  retired National Teacher
  fisherman
  housewife
  labourer
  tailor
  blacksmith
  shop-keeper
`);
