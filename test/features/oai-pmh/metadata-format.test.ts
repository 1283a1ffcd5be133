import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/base/events.js';
import type { Feature } from '../../../src/cli/feature.js';
import type { Site } from '../../../src/features/browse/site.js';
import { addedFormats, type MetadataFormat } from '../../../src/features/oai-pmh/metadata-format.js';

/** Metadata formats that features add to OAI-PMH. */

const format = (prefix: string): MetadataFormat => ({
  ...{ prefix, schema: `https://example.org/${prefix}.xsd`, namespace: `https://example.org/${prefix}` },
  document: () => `<${prefix}/>`,
});
const feature = (name: string, metadataFormats: () => readonly MetadataFormat[]): Feature => ({
  ...{ name, purpose: '' },
  adds: { metadataFormats },
});

test('a feature that fails, or has a prefix that is there, costs its own formats, and a warning names it', async () => {
  const events: RunEvent[] = [];
  const features = [
    feature('first', () => [format('one'), format('two')]),
    feature('failing', () => {
      throw new Error('no table');
    }),
    feature('taking', () => [format('two')]),
    feature('last', () => [format('three')]),
  ];
  const formats = await addedFormats({} as Site, { features, report: (event) => void events.push(event) });
  expect(formats.map(({ prefix }) => prefix)).toEqual(['one', 'two', 'three']);
  expect(events.map((event) => ('message' in event ? event.message : ''))).toEqual([
    'OAI-PMH lacks formats of the feature failing: no table',
    'OAI-PMH lacks formats of the feature taking: there is a format two already',
  ]);
});
