import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Parser, Writer } from 'n3';
import { built } from '../built.js';
import { lineByHand } from '../by-hand.js';
import { vocabulary } from '../program.js';
import { byJsonld } from '../quads.js';
import { writeDumps } from '../sinks.js';
import { naiveCheck } from '../validation.js';
import { describeFlat, type FlatItem } from './items.js';

/**
 * What we make of flat records: `ours.js <way> <items.json> <output folder>`, in a process of its own as others are
 * run.
 */
const WAYS: Readonly<Record<string, (input: string, output: string) => Promise<unknown>>> = {
  /** Decode, map, term gate, Turtle. */
  turtle: (input, output) => through(input, output, ['ttl'], false),
  /** The same as N-Triples, to compare with what others say. */
  lines: (input, output) => through(input, output, ['nt'], false),
  /** With the shapes, and all formats. */
  all: (input, output) => through(input, output, ['ttl', 'jsonld', 'nq'], true),
  jsonld: withJsonld,
  script: byScript,
};

async function* read(input: string): AsyncGenerator<FlatItem> {
  for await (const line of createInterface({ input: createReadStream(input) })) {
    if (line.startsWith('{')) yield JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as FlatItem;
  }
}

async function through(
  input: string,
  output: string,
  formats: Parameters<typeof writeDumps>[0],
  isChecked: boolean,
): Promise<unknown> {
  const speaking = await vocabulary();
  const { tidy } = await built('model/rdf/node');
  const { badTerms } = await built('model/rdf/term-check');
  async function* described() {
    for await (const item of read(input)) {
      const node = tidy(describeFlat(item));
      const quads = speaking.toQuads(node);
      const isBad =
        badTerms(quads).length > 0 || (isChecked && (await speaking.checker.check(quads)).some(isViolation));
      if (isBad) throw new Error(`${node.id} is not lawful`);
      yield { node, quads };
    }
  }
  return writeDumps(formats, output, described(), speaking);
}

const isViolation = ({ severity }: { readonly severity: string }): boolean => severity === 'violation';

const CHUNK_LENGTH = 1 << 20;

/** jsonld makes the triples, a document a record; the same node, written as N-Triples by hand. */
async function withJsonld(input: string, output: string): Promise<void> {
  const { context } = await vocabulary();
  const { tidy } = await built('model/rdf/node');
  const handle = await open(output, 'w');
  let text = '';
  for await (const item of read(input)) {
    for (const quad of await byJsonld(context, tidy(describeFlat(item)))) text += lineByHand(quad);
    if (text.length < CHUNK_LENGTH) continue;
    await handle.appendFile(text);
    text = '';
  }
  await handle.appendFile(text);
  await handle.close();
}

/** A script as one writes it in a day: jsonld makes the quads, rdf-validate-shacl checks each record, n3.Writer writes. */
async function byScript(input: string, output: string): Promise<void> {
  const { context } = await vocabulary();
  const { tidy } = await built('model/rdf/node');
  const check = await naiveCheck();
  const writer = new Writer(createWriteStream(output), { format: 'N-Triples' });
  for await (const item of read(input)) {
    // The terms of jsonld are plain objects: the text is parsed, as the README of jsonld has it.
    const lines = (await byJsonld(context, tidy(describeFlat(item)))).map(lineByHand).join('');
    const quads = new Parser().parse(lines);
    const found = await check(quads);
    if (found.some((one) => one.endsWith('violation'))) throw new Error(`${item.id}: ${found.join('; ')}`);
    writer.addQuads([...quads]);
  }
  await new Promise<void>((resolve, reject) => writer.end((error) => (error ? reject(error) : resolve())));
}

const [way = '', input = '', output = ''] = process.argv.slice(2);
const make = WAYS[way];
if (make === undefined) throw new Error(`There is no way "${way}".`);
await make(input, output);
