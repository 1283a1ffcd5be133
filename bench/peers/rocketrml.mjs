import { parseFile } from 'rocketrml';

// RocketRML as its users run it: `rocketrml.mjs <mapping> <output>`, with the records beside, in the working folder.
const [mapping = '', output = ''] = process.argv.slice(2);
await parseFile(mapping, output, { toRDF: true });
