import type { Digitization, Photograph } from '../../../dictionary/archive/photograph.js';
import { digits } from '../calendar.js';
import type { Dice } from '../dice.js';

const OPERATORS = ['Ferdia Quellbarrow', 'Tadhg Sprocketlow', 'Una Wimblethorn', 'P. Ó Gleoisín'] as const;

/** A day as someone typed it: never a timestamp (wire-format 3). */
function typedDay(dice: Dice): string {
  const [day, month, year] = [dice.between(1, 28), dice.between(1, 12), dice.between(5, 14)];
  return dice.pick([
    `${digits(day, 2)}.${digits(month, 2)}.${digits(year, 2)}`,
    `${day}.${digits(month, 2)}.${digits(year, 2)}`,
    `${digits(day, 2)}/${digits(month, 2)}/20${digits(year, 2)}`,
    `20${digits(year, 2)}`,
  ]);
}

/** How a photograph was digitised. */
export const digitizationOf = (dice: Dice): Digitization => ({
  dateCaptured: dice.maybe(0.95, () => typedDay(dice)),
  operator: dice.pick(OPERATORS),
  captureDevice: dice.pick(['Flatbed Model 7', 'Repro stand 2']),
  captureSoftware: 'ScanKit 3.1',
  sourceCondition: dice.pick(['good', 'fair', 'poor']),
  copyNote: dice.maybe(0.5, () => 'first copy'),
  mimeType: dice.pick(['image/tiff', 'image/tiff', 'image/jpeg']),
  imageBitDepth: dice.pick(['8', '16']),
  imageEditor: dice.maybe(0.4, () => dice.pick(['none', 'PixelTidy 2'])),
  imageResolution: dice.pick(['600', '1200', '300 dpi']),
  imageSize: `${dice.between(24, 60)}00 x ${dice.between(18, 40)}00`,
  fileSize: `${dice.between(2, 98)}.${dice.between(0, 9)} MB`,
  computerOS: 'Workstation OS 5',
  storage: dice.pick(['D:\\masters\\cbeg', '/vol2/cbeg']),
});

/** What the archive's earlier system said: in parts, mostly. */
export const archivedInfoOf = (dice: Dice): Photograph['archivedInfo'] => ({
  copyright: dice.maybe(0.5, () => 'Mossgrapple estate, by letter'),
  condition: dice.maybe(0.5, () => 'Stained, says Tinkerfrond'),
  topic: dice.maybe(0.5, () => 'Festivals, Yarrowclub list'),
  date: dice.maybe(0.5, () => `Before ${dice.between(1_900, 1_970)}, by hearsay`),
  photographer: dice.maybe(0.5, () => 'Perhaps Wimbleskerry'),
  location: dice.maybe(0.5, () => 'Near the Hexhollow cross'),
  format: dice.maybe(0.9, () => 'Half-plate, Crankledown box'),
});
